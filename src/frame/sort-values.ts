import { numpyArgsort } from "../lib/numeric/numpy-argsort.ts";
import type { Column, TextColumn } from "./column.ts";
import { sortOrder } from "./sort-order.ts";

/**
 * The order in which pandas' `sort_values` leaves the rows; null if it leaves them where they are. As `sortOrder`, except
 * for text that repeats: pandas then leaves equal rows in the order of numpy's default sort, which is not stable.
 *
 * Rows with equal numbers stay in the order of the file: where numpy puts those depends on the processor.
 */
export function sortValuesOrder(column: Column): Uint32Array | null {
  const stable = sortOrder(column);
  if (column.kind !== "text") return stable;
  const rows = new Uint32Array(column.length);
  for (let row = 0; row < rows.length; row += 1) rows[row] = row;
  const order = stable ?? rows;
  const ranks = ranksInOrder(column, order);
  if (ranks === null) return stable;
  const filled = rows.filter((row) => !column.isGap(row));
  const sorted = numpyArgsort(filled.map((row) => ranks[row]!));
  // Gaps stay last, in the order of the file.
  return Uint32Array.from(order, (row, place) => (place < sorted.length ? filled[sorted[place]!]! : row));
}

/** The order in which pandas' `sort_index` leaves the rows: it does not touch rows that are in order already. */
export function sortIndexOrder(column: Column): Uint32Array | null {
  return sortOrder(column) === null ? null : sortValuesOrder(column);
}

/** Each row's place among the different texts, given the rows in order; null if no text repeats. */
function ranksInOrder(column: TextColumn, order: Uint32Array): Uint32Array | null {
  const ranks = new Uint32Array(column.length);
  let [rank, repeats] = [0, false];
  for (let place = 1; place < order.length; place += 1) {
    const row = order[place]!;
    if (column.isGap(row)) break;
    if (isSameText(column, order[place - 1]!, row)) repeats = true;
    else rank += 1;
    ranks[row] = rank;
  }
  return repeats ? ranks : null;
}

function isSameText(column: TextColumn, a: number, b: number): boolean {
  const { bytes } = column.cells;
  const start = column.start(a);
  const length = column.end(a) - start;
  const otherStart = column.start(b);
  if (length !== column.end(b) - otherStart) return false;
  // Neighbours in order begin alike: what differs is found sooner from the end.
  for (let at = length - 1; at >= 0; at -= 1) if (bytes[start + at] !== bytes[otherStart + at]) return false;
  return true;
}
