import type { Column } from "../../../frame/column.ts";
import { isEmpty } from "./is-empty.ts";

/** The classes in the sample's notation (True or 1); null if it uses other values. */
export function printedAs(classes: readonly string[], source: Column, wanted: Column): readonly string[] | null {
  const isBoolean = ({ kind }: Column): boolean => kind === "bool" || kind === "bool-with-gaps";
  if (isEmpty(wanted) || isBoolean(source) === isBoolean(wanted)) {
    const isNumber = (text: string): boolean => Number.isFinite(Number(text));
    const fits = wanted.kind === "text" ? source.kind === "text" : source.kind !== "text" || classes.every(isNumber);
    return isEmpty(wanted) || fits ? classes : null;
  }
  if (isBoolean(source)) return wanted.kind === "text" ? null : classes.map((name) => (name === "True" ? "1" : "0"));
  return classes.every((name) => name === "0" || name === "1")
    ? classes.map((name) => (name === "1" ? "True" : "False"))
    : null;
}
