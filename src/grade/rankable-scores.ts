import { type Column, NumberColumn } from "../frame/column.ts";
import { sortOrder } from "../frame/sort-order.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { parsePythonFloat } from "../lib/python/python-float.ts";

/**
 * Columns as doubles that order and tie as the reference's scores do once pandas has made one array of the columns
 * (`to_numpy`) and scikit-learn has checked it: text is read as Python's `float()` does, booleans are 0 and 1, and
 * every value must be finite.
 *
 * Columns that are all int64 (or all uint64) stay integers there, so neighbours beyond 2^53 rank apart; any other mix
 * becomes doubles, in which they tie.
 *
 * @param nameRow how a message names a row of these columns; by its number unless told.
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

/** The values' places among the distinct values, from 0: the order and the ties of integers no double can hold. */
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
