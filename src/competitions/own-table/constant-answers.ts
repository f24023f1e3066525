import type { Column } from "../../frame/column.ts";
import { labelAt } from "../../frame/labels.ts";
import type { Constant, TableView } from "../../frame/table-view.ts";
import { mean } from "../../lib/numeric/summation.ts";
import { constantProbability } from "../../prepare/one-hot.ts";
import { hasClasses, type TableMetric } from "./table-metrics.ts";
import type { TableTask } from "./table-task.ts";

/** What the sample submission says about every row. */
export function constantAnswers(
  rows: TableView,
  { target, classes }: Pick<TableTask, "target" | "classes">,
  metric: TableMetric,
  known: Column,
): TableView {
  if (metric.predicts === "probabilities") return constantProbability(rows, classes);
  if (metric.predicts === "probability") return rows.with(target, { float: 0.5 });
  return rows.with(target, usual(metric, known));
}

/** What stands in for the labels of rows that have none, so that the answers are a valid submission. */
export function standInAnswers(
  rows: TableView,
  { target, classes }: Pick<TableTask, "target" | "classes">,
  metric: TableMetric,
  known: Column,
): TableView {
  if (metric.predicts !== "probabilities") return rows.with(target, usual(metric, known));
  return classes.reduce((table, name, position) => table.with(name, position === 0 ? 1 : 0), rows);
}

function usual(metric: TableMetric, known: Column): Constant {
  return hasClasses(metric) ? mostFrequent(known) : { float: meanOf(known) };
}

function mostFrequent(column: Column): Constant {
  const counts = new Map<unknown, { readonly row: number; count: number }>();
  for (let row = 0; row < column.length; row += 1) {
    const label = labelAt(column, row);
    const known = counts.get(label);
    if (known === undefined) counts.set(label, { row, count: 1 });
    else known.count += 1;
  }
  const [first] = [...counts.values()].sort((left, right) => right.count - left.count);
  return cellOf(column, first!.row);
}

function cellOf(column: Column, row: number): Constant {
  if (column.kind === "text") return column.at(row);
  const value = column.values[row]!;
  if (column.kind === "bool" || column.kind === "bool-with-gaps") return value === 1;
  return column.kind === "float64" ? { float: value } : value;
}

function meanOf(column: Column): number {
  return column.kind === "text" ? 0 : mean(column.values);
}
