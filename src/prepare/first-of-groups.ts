import { TableView } from "../frame/table-view.ts";

/**
 * One row per group: in every column the first cell of the group's rows that is no gap, or a gap where there is none.
 * pandas' `groupby(...).first()`, in memory.
 */
export function firstOfGroups(table: TableView, groups: readonly (readonly number[])[]): TableView {
  const columns = table.names.map((name) => {
    const column = table.column(name);
    return column.take(Uint32Array.from(groups, (rows) => rows.find((row) => !column.isGap(row)) ?? rows[0]!));
  });
  return TableView.of(columns);
}
