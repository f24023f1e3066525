import { textAt } from "../frame/as-text.ts";
import { type Column, NumberColumn } from "../frame/column.ts";
import type { TableView } from "../frame/table-view.ts";

/**
 * The id column and one column per class: 1 if the row's `target` is that class, else 0. The answers to a submission of
 * probabilities.
 */
export function oneHot(
  table: TableView,
  { id, target, classes }: { readonly id: string; readonly target: string; readonly classes: readonly string[] },
): TableView {
  const labels = table.column(target);
  const known = new Set(classes);
  const others = new Set<string>();
  for (let row = 0; row < labels.length; row += 1) {
    const label = className(labels, row);
    if (!known.has(label)) others.add(label);
  }
  let answers = table.select(id);
  for (const name of classes) answers = answers.with(name, new NumberColumn(name, "int64", marks(labels, name, 0)));
  // Upstream: a label that is not a class gets a column of floats at the end, with gaps in all other rows.
  for (const name of others) {
    answers = answers.with(name, new NumberColumn(name, "float64", marks(labels, name, Number.NaN)));
  }
  return answers;
}

function marks(labels: Column, name: string, otherwise: number): Float64Array {
  return Float64Array.from({ length: labels.length }, (_, row) => (className(labels, row) === name ? 1 : otherwise));
}

/** Upstream: a gap counts as a class, whose column has no name. */
function className(labels: Column, row: number): string {
  return labels.isGap(row) ? "" : textAt(labels, row);
}

/** The table with equal probabilities for all classes: a sample submission. */
export function constantProbability(table: TableView, classes: readonly string[]): TableView {
  const probability = { float: 1 / classes.length };
  return classes.reduce((result, name) => result.with(name, probability), table);
}
