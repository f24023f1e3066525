import { type Column, NumberColumn, type NumberKind, TextColumn } from "../frame/column.ts";
import { TableView } from "../frame/table-view.ts";

/** A cell; null is a gap. */
export type Cell = string | number | boolean | null;

/**
 * A table of rows in memory; the keys of the first row are the columns. A column with a string is text, whole numbers
 * without gaps are integers, other numbers floats. pandas twin: `DataFrame(rows)`.
 */
export function tableOfRows(rows: readonly Readonly<Record<string, Cell>>[]): TableView {
  const names = Object.keys(rows[0] ?? {});
  return TableView.of(
    names.map((name) =>
      columnOf(
        name,
        rows.map((row) => row[name] ?? null),
      ),
    ),
  );
}

function columnOf(name: string, cells: readonly Cell[]): Column {
  if (cells.some((cell) => typeof cell === "string")) {
    return TextColumn.from(
      name,
      cells.map((cell) => (cell === null ? null : String(cell))),
    );
  }
  const values = Float64Array.from(cells, (cell) => (cell === null ? Number.NaN : Number(cell)));
  const kind: NumberKind = cells.every((cell) => typeof cell === "boolean")
    ? "bool"
    : values.every(Number.isInteger)
      ? "int64"
      : "float64";
  return new NumberColumn(name, kind, values);
}
