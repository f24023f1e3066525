import type { Column, NumberColumn } from "../frame/column.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { parsePythonInt } from "../lib/python/python-int.ts";

/**
 * Every cell as Python's `int(cell)`: fractions are cut off, booleans are 0 and 1, text is parsed. Integers beyond 2^53 are
 * bigints, all others numbers.
 *
 * @throws InvalidSubmission naming the first cell that is a gap, infinite or not a whole number.
 */
export function pythonInts(column: Column): ArrayLike<number | bigint> {
  if (column.kind !== "text" && column.wide === null) return truncated(column);
  return Array.from({ length: column.length }, (_, row) => {
    const label = column.kind === "text" ? parsePythonInt(column.at(row) ?? "") : (column.wide?.[row] ?? null);
    if (label === null) throw notWhole(column, row);
    return Number.isSafeInteger(Number(label)) ? Number(label) : label;
  });
}

function truncated(column: NumberColumn): ArrayLike<number | bigint> {
  const { values } = column;
  if (column.kind !== "float64" && column.kind !== "bool-with-gaps") return values;
  const labels = new Float64Array(values.length);
  let largest = 0;
  for (let row = 0; row < values.length; row += 1) {
    if (!Number.isFinite(values[row]!)) throw notWhole(column, row);
    labels[row] = Math.trunc(values[row]!);
    largest = Math.max(largest, Math.abs(labels[row]!));
  }
  if (largest <= Number.MAX_SAFE_INTEGER) return labels;
  return Array.from(labels, (label) => (Number.isSafeInteger(label) ? label : BigInt(label)));
}

function notWhole(column: Column, row: number): InvalidSubmission {
  const found = column.isGap(row)
    ? "is empty"
    : `holds ${column.kind === "text" ? JSON.stringify(column.at(row)!.slice(0, 60)) : column.values[row]}`;
  return new InvalidSubmission(`Column "${column.name}" ${found} in row ${row + 1}, expected a whole number.`);
}
