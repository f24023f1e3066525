import { join } from "node:path";
import { type Column, NumberColumn } from "../../frame/column.ts";
import { labelAt } from "../../frame/labels.ts";
import { TableView } from "../../frame/table-view.ts";
import { numberedRows, type TableTask } from "./table-task.ts";

/**
 * Writes what a submission says about the user's own table without labels, in the order of that table. Numbered rows are
 * numbered from 1 as they are in it.
 *
 * @param labelled How many rows have labels: the numbers of the others follow.
 */
export function extractPredictions(submission: string, task: TableTask, labelled: number, output: string): void {
  if (task.test === null) return;
  const all = TableView.open(submission);
  const rows = TableView.open(join(task.data, task.test));
  const id = task.rowId ?? numberedRows;
  const wanted = task.rowId === null ? numbers(rows.length, labelled) : rows.column(id);
  const places = new Map(labelsOf(all.column(id)).map((label, row) => [label, row]));
  const found = all.take(Uint32Array.from(labelsOf(wanted), (label) => places.get(label)!));
  const named = task.rowId === null ? found.with(id, numbers(rows.length, 1)).renamed({ [id]: "row" }) : found;
  named.write(output);
}

function numbers(count: number, first: number): NumberColumn {
  return new NumberColumn(
    numberedRows,
    "int64",
    Float64Array.from({ length: count }, (_, row) => first + row),
  );
}

function labelsOf(column: Column) {
  return Array.from({ length: column.length }, (_, row) => labelAt(column, row));
}
