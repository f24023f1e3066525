import type { TableView } from "../frame/table-view.ts";
import { groupRows } from "./groups.ts";
import { type SplitOptions, splitList } from "./split.ts";

/**
 * Splits a table by the groups of a column: `train_test_split` of `list(table.groupby(name))`. Groups come in the order in
 * which they were drawn, rows of a group in their own order. Rows with a gap in the column are in no group and get lost.
 */
export function splitGroups(
  table: TableView,
  name: string,
  options: SplitOptions,
): { readonly train: TableView; readonly test: TableView } {
  const groups = groupRows(table.column(name)).map(({ rows }) => rows);
  const { train, test } = splitList(groups, options);
  return { train: table.take(concatenate(train)), test: table.take(concatenate(test)) };
}

function concatenate(groups: readonly (readonly number[])[]): Uint32Array {
  const rows = new Uint32Array(groups.reduce((total, group) => total + group.length, 0));
  let at = 0;
  for (const group of groups) {
    rows.set(group, at);
    at += group.length;
  }
  return rows;
}
