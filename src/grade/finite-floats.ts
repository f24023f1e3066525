import { textAt } from "../frame/as-text.ts";
import type { Column } from "../frame/column.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { parsePythonFloat } from "../lib/python/python-float.ts";

/**
 * The column as the doubles that scikit-learn's regression metrics work on: numbers and booleans by value, text by
 * Python's `float()`. Gaps, infinities and other text are refused, naming the row by its id where a column of ids is
 * given and by its place in the file otherwise.
 *
 * @throws InvalidSubmission
 */
export function finiteFloats(column: Column, ids?: Column): Float64Array {
  const values = column.kind === "text" ? new Float64Array(column.length) : column.values;
  for (let row = 0; row < column.length; row += 1) {
    if (column.kind === "text") values[row] = parseCell(column.at(row));
    if (!Number.isFinite(values[row]!)) throw notFinite(column, row, ids);
  }
  return values;
}

/** NaN for a gap and for what is no number: both are refused. */
function parseCell(text: string | null): number {
  return text === null ? Number.NaN : (parsePythonFloat(text) ?? Number.NaN);
}

function notFinite(column: Column, row: number, ids: Column | undefined): InvalidSubmission {
  const place = ids === undefined ? `row ${row + 1}` : `the row with ${ids.name} "${textAt(ids, row).slice(0, 60)}"`;
  const found = column.isGap(row) ? "an empty cell" : JSON.stringify(textAt(column, row).slice(0, 60));
  return new InvalidSubmission(`Column "${column.name}" holds ${found} in ${place}; a finite number is expected.`);
}
