import { InvalidSubmission } from "../lib/errors.ts";
import { parsePythonFloat } from "../lib/python/python-float.ts";
import type { Column } from "./column.ts";

/**
 * The column as doubles: pandas' `astype(float)`. Numbers and booleans keep their value, text is read by Python's
 * `float()`, gaps are NaN.
 *
 * @throws InvalidSubmission naming the first cell that is not a number.
 */
export function asFloats(column: Column): Float64Array {
  if (column.kind !== "text") return column.values;
  const values = new Float64Array(column.length);
  for (let row = 0; row < column.length; row += 1) {
    const text = column.at(row);
    const value = text === null ? Number.NaN : parsePythonFloat(text);
    if (value === null) throw notNumeric(column, row);
    values[row] = value;
  }
  return values;
}

function notNumeric(column: Column, row: number): InvalidSubmission {
  const cell = column.kind === "text" ? JSON.stringify((column.at(row) ?? "").slice(0, 60)) : "a gap";
  return new InvalidSubmission(`Column "${column.name}" must hold numbers; row ${row + 1} holds ${cell}.`);
}
