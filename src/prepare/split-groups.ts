import type { TableView } from "../frame/table-view.ts";
import { groupRows } from "./groups.ts";
import { type SplitOptions, splitList } from "./split.ts";

/**
 * `train_test_split` of `list(table.groupby(name))`, each part put together again: groups in the order of the draw,
 * rows of a group in theirs. Rows with a gap in the column belong to no group and are lost.
 */
export function splitGroups(
  table: TableView,
  name: string,
  options: SplitOptions,
): { readonly train: TableView; readonly test: TableView } {
  const groups = groupRows(table.column(name)).map(({ rows }) => rows);
  const { train, test } = splitList(groups, options);
  return { train: table.take(concatenated(train)), test: table.take(concatenated(test)) };
}

function concatenated(groups: readonly (readonly number[])[]): Uint32Array {
  const rows = new Uint32Array(groups.reduce((total, group) => total + group.length, 0));
  let at = 0;
  for (const group of groups) {
    rows.set(group, at);
    at += group.length;
  }
  return rows;
}
