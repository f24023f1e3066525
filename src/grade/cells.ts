import { textAt } from "../frame/as-text.ts";
import type { Column } from "../frame/column.ts";
import type { Frame } from "../frame/frame.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { parsePythonFloat } from "../lib/python/python-float.ts";
import { refuseMixed } from "./checks.ts";

/** A column that a grader reads cell by cell, with the ids that name its rows in messages. */
export interface Cells {
  readonly column: Column;
  readonly ids: Column;
}

/** The cells of a column, with the ids of another column. Both must exist. */
export function cellsOf(frame: Frame, name: string, id: string): Cells {
  return { column: frame.column(name), ids: frame.column(id) };
}

/** The error for one cell, with the column, the row's id and the reason. */
export function cellError({ column, ids }: Cells, row: number, reason: string): InvalidSubmission {
  return new InvalidSubmission(`Column "${column.name}", id "${textAt(ids, row).slice(0, 60)}": ${reason}.`);
}

/**
 * A cell that must be text; null for a gap. Refuses a column of only numbers, or only true and false, which is not text
 * for pandas.
 */
export function cellText(cells: Cells, row: number): string | null {
  const { column } = cells;
  if (column.isGap(row)) return null;
  refuseMixed(column);
  if (column.kind !== "text") {
    throw cellError(cells, row, `expected text, but the column has only values such as ${textAt(column, row)}`);
  }
  return column.at(row);
}

/** A cell that must be text and not a gap. */
export function requireCellText(cells: Cells, row: number): string {
  const text = cellText(cells, row);
  if (text === null) throw cellError(cells, row, "the cell is empty or stands for a missing value");
  return text;
}

/** A cell that must be text; a gap is empty text. */
export function cellTextOrEmpty(cells: Cells, row: number): string {
  return cellText(cells, row) ?? "";
}

/** A word of a cell as Python's `float()` reads it. */
export function cellNumber(cells: Cells, row: number, word: string): number {
  const value = parsePythonFloat(word);
  if (value === null) throw cellError(cells, row, `${JSON.stringify(word.slice(0, 40))} is not a number`);
  return value;
}
