import { type Column, NumberColumn } from "../frame/column.ts";
import { sortOrder } from "../frame/sort-order.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { parsePythonFloat } from "../lib/python/python-float.ts";

/**
 * Columns as doubles with the same order and ties as in the reference, where pandas makes one array of the columns
 * (`to_numpy`) and scikit-learn checks it: text is read with Python's `float()`, booleans are 0 and 1, and every value must
 * be finite.
 *
 * If all columns are int64, or all are uint64, they stay integers, and neighbours beyond 2^53 rank apart. In any other mix
 * they become doubles and tie.
 *
 * @param nameRow names a row in messages. Default: by its number.
 */
export function rankableScores(
  columns: readonly Column[],
  nameRow: (row: number) => string = (row) => `row ${row + 1}`,
): NumberColumn[] {
  const whole = columns.every(({ kind }) => kind === "int64") || columns.every(({ kind }) => kind === "uint64");
  return columns.map((column) => {
    if (whole && column.kind !== "text") return column.wide === null ? column : denseRanks(column);
    return new NumberColumn(column.name, "float64", finiteValues(column, nameRow));
  });
}

/** Each value's rank among the distinct values: keeps the order and ties of integers that no double can represent. */
function denseRanks(column: NumberColumn): NumberColumn {
  const wide = column.wide!;
  const order = sortOrder(column) ?? Uint32Array.from(wide.keys());
  const ranks = new Float64Array(wide.length);
  let rank = 0;
  for (let place = 1; place < order.length; place += 1) {
    if (wide[order[place]!] !== wide[order[place - 1]!]) rank += 1;
    ranks[order[place]!] = rank;
  }
  return new NumberColumn(column.name, "float64", ranks);
}

function finiteValues(column: Column, nameRow: (row: number) => string): Float64Array {
  const values = column.kind === "text" ? new Float64Array(column.length) : column.values;
  for (let row = 0; row < column.length; row += 1) {
    if (column.kind === "text") values[row] = parsePythonFloat(column.at(row) ?? "nan") ?? Number.NaN;
    if (Number.isFinite(values[row]!)) continue;
    const found = column.isGap(row)
      ? "a gap"
      : column.kind === "text"
        ? JSON.stringify(column.at(row)!.slice(0, 60))
        : "an infinite value";
    throw new InvalidSubmission(
      `Column "${column.name}" holds ${found} in ${nameRow(row)}; every row needs a finite number.`,
    );
  }
  return values;
}
