import { sortOrder } from "../frame/sort-order.ts";
import type { Table } from "../frame/table.ts";

/** The rows sorted by a column: ascending, gaps last (pandas' `sort_values`); equal ones keep their order. */
export function sortRows(table: Table, name: string): Table {
  const order = sortOrder(table.column(name));
  return order === null ? table : table.take(order);
}
