import { hasClasses, type TableMetric, tableMetrics } from "../../competitions/own-table/table-metrics.ts";
import { textAt } from "../../frame/as-text.ts";
import type { Column, NumberColumn } from "../../frame/column.ts";
import { compareCodePoints } from "../../lib/compare-code-points.ts";
import { UsageError } from "../../lib/errors.ts";

/** With fewer labelled rows, a hold-out says nothing. */
const leastRows = 10;
/** More are numbers or names, not classes. */
const mostClasses = 100_000;
/** Each class is a column of the submission. */
const mostColumns = 1000;

/** The labels of a table that can be learned: how many there are, and their classes where probabilities are predicted. */
export interface CheckedTarget {
  readonly rows: number;
  readonly classes: readonly string[];
}

/** @throws UsageError when the metric cannot be applied to the column, or there is nothing to learn from it. */
export function checkTarget(column: Column, metric: TableMetric, table: string): CheckedTarget {
  if (column.length === 0) throw new UsageError(`${table} has no rows.`);
  const rows = countRows(column);
  if (rows < leastRows) {
    throw new UsageError(
      `${table} has ${rows} row${rows === 1 ? "" : "s"} with a value of \`${column.name}\`; at least ${leastRows} are needed for a hold-out.`,
    );
  }
  const where = `\`${column.name}\` of ${table}`;
  requireDifference(column, where);
  if (!hasClasses(metric)) {
    requireNumbers(column, metric, where);
    return { rows, classes: [] };
  }
  const counts = requireClasses(column, metric, where);
  if (metric.predicts !== "probabilities") return { rows, classes: [] };
  if (counts.size > mostColumns) {
    throw new UsageError(`${where} has ${counts.size} classes; ${metric.name} takes at most ${mostColumns}.`);
  }
  return { rows, classes: [...counts.keys()].sort(compareCodePoints) };
}

function countRows(column: Column): number {
  let rows = 0;
  for (let row = 0; row < column.length; row += 1) if (!column.isGap(row)) rows += 1;
  return rows;
}

/** The first row with a label that fails the test; undefined for none. */
function findRow(column: Column, isWanted: (row: number) => boolean): number | undefined {
  for (let row = 0; row < column.length; row += 1) if (!column.isGap(row) && isWanted(row)) return row;
  return undefined;
}

function requireDifference(column: Column, where: string): void {
  const first = textAt(column, findRow(column, () => true)!);
  if (findRow(column, (row) => textAt(column, row) !== first) !== undefined) return;
  throw new UsageError(`${where} is ${quote(first)} in every row: there is nothing to learn.`);
}

function requireNumbers(column: Column, metric: TableMetric, where: string): void {
  if (column.kind === "text") {
    const row = findRow(column, (each) => Number.isNaN(Number(column.at(each)))) ?? 0;
    throw new UsageError(
      `${metric.name} needs numbers, but ${where} holds ${quote(textAt(column, row))} in row ${row + 1}. ` +
        `For labels there are ${namesFor("labels")}.`,
    );
  }
  const least = metric.target === "numbers" ? -Number.MAX_VALUE : 0;
  const wrong = findRow(column, (row) => !(Number.isFinite(column.values[row]) && column.values[row]! >= least));
  if (wrong === undefined) return;
  const expected = metric.target === "numbers" ? "finite numbers" : "numbers of at least 0";
  throw new UsageError(
    `${metric.name} needs ${expected}, but ${where} holds ${column.values[wrong]} in row ${wrong + 1}.`,
  );
}

/** How many rows each class has. */
function requireClasses(column: Column, metric: TableMetric, where: string): ReadonlyMap<string, number> {
  const fraction = column.kind === "text" ? undefined : findRow(column, (row) => !Number.isInteger(column.values[row]));
  if (fraction !== undefined) {
    throw new UsageError(
      `${metric.name} needs classes, but ${where} holds ${textAt(column, fraction)} in row ${fraction + 1}. ` +
        `For numbers there are ${namesFor("numbers")}.`,
    );
  }
  const counts = countClasses(column, metric, where);
  if (metric.target === "whole-numbers" && column.kind === "text") {
    const found = quote(textAt(column, findRow(column, () => true)!));
    throw new UsageError(`${metric.name} needs whole numbers, but ${where} holds ${found}.`);
  }
  if (metric.target === "zero-or-one") requireTwoClasses(column, counts, metric, where);
  return counts;
}

function countClasses(column: Column, metric: TableMetric, where: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (let row = 0; row < column.length; row += 1) {
    if (column.isGap(row)) continue;
    const label = textAt(column, row);
    counts.set(label, (counts.get(label) ?? 0) + 1);
    if (counts.size > mostClasses) {
      throw new UsageError(`${metric.name} needs classes, but ${where} has more than ${mostClasses} different values.`);
    }
  }
  return counts;
}

function requireTwoClasses(
  column: Column,
  counts: ReadonlyMap<string, number>,
  metric: TableMetric,
  where: string,
): void {
  if (column.kind === "text" || findRow(column, (row) => !isZeroOrOne(column, row)) !== undefined) {
    const found = [...counts.keys()].slice(0, 3).map(quote).join(", ");
    throw new UsageError(
      `${metric.name} needs a column of 0 and 1, but ${where} holds ${found}${counts.size > 3 ? ", ..." : ""}. ` +
        `For labels there are ${namesFor("labels")}.`,
    );
  }
  const rare = [...counts].find(([, count]) => count < 2);
  if (rare !== undefined) throw new UsageError(`${where} is ${rare[0]} in one row only: both parts need each class.`);
}

function isZeroOrOne({ values }: NumberColumn, row: number): boolean {
  return values[row] === 0 || values[row] === 1;
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
