import { hasClasses, type TableMetric, tableMetrics } from "../../competitions/own-table/table-metrics.ts";
import { textAt } from "../../frame/as-text.ts";
import type { Column } from "../../frame/column.ts";
import { compareCodePoints } from "../../lib/compare-code-points.ts";
import { UsageError } from "../../lib/errors.ts";

/** With fewer labelled rows, a hold-out says nothing. */
const leastRows = 10;
/** Each is a column of the submission. */
const mostClasses = 1000;

/** The labels of a table that can be learned: how many there are, and their classes where probabilities are predicted. */
export interface CheckedTarget {
  readonly rows: number;
  readonly classes: readonly string[];
}

/** @throws UsageError when the metric cannot be applied to the column, or there is nothing to learn from it. */
export function checkTarget(column: Column, metric: TableMetric, table: string): CheckedTarget {
  const where = `\`${column.name}\` of ${table}`;
  const rows = Array.from({ length: column.length }, (_, row) => row).filter((row) => !column.isGap(row));
  if (column.length === 0) throw new UsageError(`${table} has no rows.`);
  if (rows.length < leastRows) {
    throw new UsageError(
      `${table} has ${rows.length} row${rows.length === 1 ? "" : "s"} with a value of \`${column.name}\`; at least ${leastRows} are needed for a hold-out.`,
    );
  }
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(textAt(column, row), (counts.get(textAt(column, row)) ?? 0) + 1);
  if (counts.size === 1) {
    throw new UsageError(`${where} is ${quote(textAt(column, rows[0]!))} in every row: there is nothing to learn.`);
  }
  if (hasClasses(metric)) requireClasses(column, rows, counts, metric, where);
  else requireNumbers(column, rows, metric, where);
  if (metric.predicts !== "probabilities") return { rows: rows.length, classes: [] };
  if (counts.size > mostClasses) {
    throw new UsageError(`${where} has ${counts.size} classes; ${metric.name} takes at most ${mostClasses}.`);
  }
  return { rows: rows.length, classes: [...counts.keys()].sort(compareCodePoints) };
}

function requireNumbers(column: Column, rows: readonly number[], metric: TableMetric, where: string): void {
  if (column.kind === "text") {
    const row = rows.find((each) => Number.isNaN(Number(column.at(each)))) ?? rows[0]!;
    throw new UsageError(
      `${metric.name} needs numbers, but ${where} holds ${quote(column.at(row) ?? "")} in row ${row + 1}. ` +
        `For labels there are ${namesFor("labels")}.`,
    );
  }
  const wrong = rows.find((row) => !isAllowed(column.values[row]!, metric));
  if (wrong === undefined) return;
  const expected = metric.target === "numbers" ? "finite numbers" : "numbers of at least 0";
  throw new UsageError(
    `${metric.name} needs ${expected}, but ${where} holds ${column.values[wrong]} in row ${wrong + 1}.`,
  );
}

function isAllowed(value: number, { target }: TableMetric): boolean {
  return Number.isFinite(value) && (target === "numbers" || value >= 0);
}

function requireClasses(
  column: Column,
  rows: readonly number[],
  counts: ReadonlyMap<string, number>,
  metric: TableMetric,
  where: string,
): void {
  const fraction = column.kind === "text" ? undefined : rows.find((row) => !Number.isInteger(column.values[row]));
  if (fraction !== undefined) {
    throw new UsageError(
      `${metric.name} needs classes, but ${where} holds ${textAt(column, fraction)} in row ${fraction + 1}. ` +
        `For numbers there are ${namesFor("numbers")}.`,
    );
  }
  if (metric.target === "whole-numbers" && column.kind === "text") {
    throw new UsageError(`${metric.name} needs whole numbers, but ${where} holds ${quote(textAt(column, rows[0]!))}.`);
  }
  if (metric.target === "zero-or-one") requireTwoClasses(column, rows, counts, metric, where);
}

function requireTwoClasses(
  column: Column,
  rows: readonly number[],
  counts: ReadonlyMap<string, number>,
  metric: TableMetric,
  where: string,
): void {
  if (column.kind === "text" || rows.some((row) => column.values[row] !== 0 && column.values[row] !== 1)) {
    const found = [...counts.keys()].slice(0, 3).map(quote).join(", ");
    throw new UsageError(
      `${metric.name} needs a column of 0 and 1, but ${where} holds ${found}${counts.size > 3 ? ", ..." : ""}. ` +
        `For labels there are ${namesFor("labels")}.`,
    );
  }
  const rare = [...counts].find(([, count]) => count < 2);
  if (rare !== undefined) throw new UsageError(`${where} is ${rare[0]} in one row only: both parts need each class.`);
}

function namesFor(target: TableMetric["target"]): string {
  return tableMetrics
    .filter((metric) => metric.target === target)
    .map(({ name }) => name)
    .join(", ");
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
