import { textAt } from "../frame/as-text.ts";
import type { Column } from "../frame/column.ts";
import { labelAt } from "../frame/labels.ts";
import type { Label } from "../lib/numeric/label.ts";

/** The distinct values of a column in order of first appearance; NaN is a gap. pandas twin: `unique`. */
export function uniqueValues(column: Column): Label[] {
  const seen = new Set<Label>();
  for (let row = 0; row < column.length; row += 1) seen.add(labelAt(column, row) ?? Number.NaN);
  return [...seen];
}

/** The distinct values of a column as text, in order of first appearance: for file names. */
export function uniqueTexts(column: Column): string[] {
  const seen = new Set<string>();
  for (let row = 0; row < column.length; row += 1) seen.add(textAt(column, row));
  return [...seen];
}
