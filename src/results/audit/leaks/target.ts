import { textAt } from "../../../frame/as-text.ts";
import type { Column } from "../../../frame/column.ts";

/** A column of the answers, in the form that statistics need. */
export interface Target {
  readonly name: string;
  /** Few different values, numbers, or anything else, such as sentences and masks. */
  readonly kind: "class" | "number" | "text";
  /** The position of each row's value in `classes`. */
  readonly codes: Int32Array;
  /** The different values. */
  readonly classes: readonly string[];
  /** Null for text. */
  readonly numbers: Float64Array | null;
}

export function targetOf(column: Column): Target {
  const { codes, classes } = encode(Array.from({ length: column.length }, (_, row) => textAt(column, row)));
  const isClass = classes.length <= Math.max(2, Math.min(200, column.length / 10));
  const numbers = column.kind === "text" ? null : column.values;
  return { name: column.name, kind: isClass ? "class" : numbers === null ? "text" : "number", codes, classes, numbers };
}

/** Numbers texts in the order of their first appearance. */
export function encode(texts: readonly string[]): { readonly codes: Int32Array; readonly classes: readonly string[] } {
  const known = new Map<string, number>();
  const codes = Int32Array.from(texts, (text) => {
    const code = known.get(text);
    if (code !== undefined) return code;
    known.set(text, known.size);
    return known.size - 1;
  });
  return { codes, classes: [...known.keys()] };
}

/** Whether a target's values are masks: run lengths, in pairs. */
export function isMask({ kind, classes }: Target): boolean {
  const given = classes.filter((text) => text !== "nan" && text !== "-" && text !== "").slice(0, 100);
  const masks = given.filter((text) => /^\d+ \d+( \d+ \d+)*$/.test(text)).length;
  return kind !== "number" && given.length > 0 && masks >= given.length / 2;
}
