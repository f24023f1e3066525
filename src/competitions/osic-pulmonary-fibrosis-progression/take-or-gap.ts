import { type Column, NumberColumn, TextColumn } from "../../frame/column.ts";

/**
 * The rows in the given order, with a gap for each -1: a column of the right table after a left merge in pandas. As there,
 * a gap turns integers into floats.
 */
export function takeOrGap(column: Column, rows: Int32Array): Column {
  if (!rows.includes(-1)) return column.take(Uint32Array.from(rows));
  if (column.kind === "text") {
    return TextColumn.from(
      column.name,
      Array.from(rows, (row) => (row < 0 ? null : column.at(row))),
    );
  }
  const values = Float64Array.from(rows, (row) => (row < 0 ? Number.NaN : column.values[row]!));
  const isBoolean = column.kind === "bool" || column.kind === "bool-with-gaps";
  return new NumberColumn(column.name, isBoolean ? "bool-with-gaps" : "float64", values);
}
