import { textAt } from "../frame/as-text.ts";
import type { Column } from "../frame/column.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { parsePythonFloat } from "../lib/python/python-float.ts";

/**
 * The column as doubles, as scikit-learn's regression metrics convert it: numbers and booleans by value, text with
 * Python's `float()`.
 *
 * @throws InvalidSubmission for gaps, infinities and other text. Names the row by its id if a column of ids is given.
 */
export function finiteFloats(column: Column, ids?: Column): Float64Array {
  const values = column.kind === "text" ? new Float64Array(column.length) : column.values;
  for (let row = 0; row < column.length; row += 1) {
    if (column.kind === "text") values[row] = parseCell(column.at(row));
    if (!Number.isFinite(values[row]!)) throw notFinite(column, row, ids);
  }
  return values;
}

/** NaN for a gap and for text that is not a number, which are both refused. */
function parseCell(text: string | null): number {
  return text === null ? Number.NaN : (parsePythonFloat(text) ?? Number.NaN);
}

function notFinite(column: Column, row: number, ids: Column | undefined): InvalidSubmission {
  const place = ids === undefined ? `row ${row + 1}` : `the row with ${ids.name} "${textAt(ids, row).slice(0, 60)}"`;
  const found = column.isGap(row) ? "an empty cell" : JSON.stringify(textAt(column, row).slice(0, 60));
  return new InvalidSubmission(`Column "${column.name}" holds ${found} in ${place}, expected a finite number.`);
}
