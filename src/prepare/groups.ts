import type { Column } from "../frame/column.ts";
import { labelAt } from "../frame/labels.ts";
import { sortOrder } from "../frame/sort-order.ts";
import type { TableView } from "../frame/table-view.ts";
import type { Label } from "../lib/numeric/label.ts";

/** The distinct values of a column in order of first appearance, without gaps. pandas twin: `dropna().unique()`. */
export function uniqueLabels(column: Column): Label[] {
  const seen = new Set<Label>();
  for (let row = 0; row < column.length; row += 1) {
    const label = labelAt(column, row);
    if (label !== null) seen.add(label);
  }
  return [...seen];
}

/** The rows of each value, in ascending order of values. Rows with a gap are in no group. pandas twin: `groupby`. */
export function groupRows(column: Column): { readonly label: Label; readonly rows: number[] }[] {
  const order = sortOrder(column) ?? Uint32Array.from({ length: column.length }, (_, row) => row);
  const groups: { label: Label; rows: number[] }[] = [];
  for (const row of order) {
    const label = labelAt(column, row);
    if (label === null) continue;
    const last = groups.at(-1);
    if (last?.label === label) last.rows.push(row);
    else groups.push({ label, rows: [row] });
  }
  return groups;
}

/** The rows whose cell is one of the labels, in their order. pandas twin: `isin`. */
export function rowsIn(table: TableView, name: string, labels: Iterable<Label>): TableView {
  const wanted = new Set(labels);
  const column = table.column(name);
  return table.filter((row) => wanted.has(labelAt(column, row) ?? Number.NaN));
}

/** The rows whose cell is none of the labels, including gaps. */
export function rowsNotIn(table: TableView, name: string, labels: Iterable<Label>): TableView {
  const unwanted = new Set(labels);
  const column = table.column(name);
  return table.filter((row) => !unwanted.has(labelAt(column, row) ?? Number.NaN));
}
