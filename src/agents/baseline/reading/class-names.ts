import { asText } from "../../../frame/as-text.ts";
import type { Column } from "../../../frame/column.ts";

/** The distinct values of a column, without gaps, in order: numbers by value, texts by code unit. */
export function classNames(column: Column): string[] {
  const found = new Set(asText(column));
  found.delete("nan");
  const texts = [...found].sort();
  return column.kind === "text" ? texts : texts.sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));
}

/** The number of each row's class; NaN for a gap. */
export function classNumbers(column: Column, classes: readonly string[]): Float64Array {
  const numbers = new Map(classes.map((name, index) => [name, index]));
  return Float64Array.from(asText(column), (text) => numbers.get(text) ?? Number.NaN);
}
