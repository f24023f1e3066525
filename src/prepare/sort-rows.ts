import { sortOrder } from "../frame/sort-order.ts";
import type { TableView } from "../frame/table-view.ts";

/** The rows sorted by a column: ascending, gaps last, equal values in their order. pandas twin: `sort_values`. */
export function sortRows(table: TableView, name: string): TableView {
  const order = sortOrder(table.column(name));
  return order === null ? table : table.take(order);
}
