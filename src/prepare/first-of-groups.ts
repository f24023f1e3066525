import { TableView } from "../frame/table-view.ts";

/**
 * One row per group: in each column, the first cell of the group that is not a gap. A column with gaps only stays a gap.
 * pandas twin: `groupby(...).first()`.
 */
export function firstOfGroups(table: TableView, groups: readonly (readonly number[])[]): TableView {
  const columns = table.names.map((name) => {
    const column = table.column(name);
    return column.take(Uint32Array.from(groups, (rows) => rows.find((row) => !column.isGap(row)) ?? rows[0]!));
  });
  return TableView.of(columns);
}
