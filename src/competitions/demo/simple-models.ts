import { textAt } from "../../frame/as-text.ts";
import type { Column, NumberColumn } from "../../frame/column.ts";
import type { TableView } from "../../frame/table-view.ts";

/** The features of a table for simple models: the code of each feature in each row, or null if it does not apply. */
export interface CodedRows {
  readonly train: readonly (readonly (string | null)[])[];
  readonly test: readonly (readonly (string | null)[])[];
}

/** The targets of the training rows: values, or class numbers and the number of classes. */
export interface Truth {
  readonly values: Float64Array;
  readonly classes: number;
}

const bins = 8;
const mostCategories = 100;
const commonWord = 20;

/** Encodes all columns except the skipped ones: numbers in eight bins of similar size, and each word of long texts. */
export function codeRows(train: TableView, test: TableView, skipped: readonly string[]): CodedRows {
  const coders = train.names
    .filter((name) => !skipped.includes(name))
    .flatMap((name) => codersOf(train.column(name)).map((code) => (table: TableView) => code(table.column(name))));
  return { train: coders.map((code) => code(train)), test: coders.map((code) => code(test)) };
}

function codersOf(column: Column): ((column: Column) => (string | null)[])[] {
  const texts = (cells: Column): string[] => Array.from({ length: cells.length }, (_, row) => textAt(cells, row));
  if (column.kind === "text") {
    const cells = texts(column);
    if (new Set(cells).size <= mostCategories) return [texts];
    const counts = new Map<string, number>();
    for (const word of cells.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1);
    const common = [...counts.keys()].filter((word) => counts.get(word)! >= commonWord);
    return common.map((word) => (other) => texts(other).map((text) => (wordsOf(text).includes(word) ? word : null)));
  }
  const sorted = column.values.filter((value) => !Number.isNaN(value)).sort();
  const edges = Array.from(
    { length: bins - 1 },
    (_, index) => sorted[Math.floor(((index + 1) * sorted.length) / bins)]!,
  );
  const bin = (value: number): string =>
    Number.isNaN(value) ? "gap" : String(edges.filter((edge) => edge <= value).length);
  return [(cells) => Array.from((cells as NumberColumn).values, bin)];
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\w+/g) ?? [];
}

/**
 * An additive model with one effect per code: each feature in turn is fitted to the residuals of the others. Predicts the
 * test rows. With a single feature it predicts the mean of each group.
 */
export function additiveEffects({ train, test }: CodedRows, chosen: readonly number[], truth: Truth): Float64Array {
  const mean = truth.values.reduce((sum, value) => sum + value, 0) / truth.values.length;
  const left = truth.values.map((value) => value - mean);
  const prediction = new Float64Array(test[0]!.length).fill(mean);
  for (let pass = 0; pass < 4; pass += 1) {
    for (const feature of chosen) {
      const groups = new Map<string | null, { sum: number; count: number }>();
      for (const [row, code] of train[feature]!.entries()) {
        const group = groups.get(code) ?? { sum: 0, count: 0 };
        groups.set(code, { sum: group.sum + left[row]!, count: group.count + 1 });
      }
      const effect = (code: string | null): number => {
        const group = groups.get(code);
        return group === undefined ? 0 : group.sum / (group.count + 5);
      };
      for (const [row, code] of train[feature]!.entries()) left[row]! -= effect(code);
      for (const [row, code] of test[feature]!.entries()) prediction[row]! += effect(code);
    }
  }
  return prediction;
}

/** The class probabilities of naive Bayes, row by row. A caution above 1 brings them closer together. */
export function naiveBayes(
  { train, test }: CodedRows,
  chosen: readonly number[],
  { values, classes }: Truth,
  caution: number,
): Float64Array {
  const totals = new Float64Array(classes);
  for (const label of values) totals[label]! += 1;
  const rows = test[0]!.length;
  const logs = new Float64Array(rows * classes);
  for (const feature of chosen) {
    const counts = new Map<string, Float64Array>();
    for (const [row, code] of train[feature]!.entries()) {
      if (code === null) continue;
      const count = counts.get(code) ?? new Float64Array(classes);
      count[values[row]!]! += 1;
      counts.set(code, count);
    }
    for (const [row, code] of test[feature]!.entries()) {
      const count = code === null ? undefined : counts.get(code);
      if (count === undefined) continue;
      for (let label = 0; label < classes; label += 1) {
        logs[row * classes + label]! += Math.log((count[label]! + 0.5) / (totals[label]! + 1));
      }
    }
  }
  return normalize(logs, totals, caution);
}

function normalize(logs: Float64Array, totals: Float64Array, caution: number): Float64Array {
  const classes = totals.length;
  const shares = new Float64Array(logs.length);
  for (let start = 0; start < logs.length; start += classes) {
    const largest = Math.max(...logs.subarray(start, start + classes));
    let sum = 0;
    for (let label = 0; label < classes; label += 1) {
      shares[start + label] = totals[label]! * Math.exp((logs[start + label]! - largest) / caution);
      sum += shares[start + label]!;
    }
    for (let label = 0; label < classes; label += 1) shares[start + label]! /= sum;
  }
  return shares;
}
