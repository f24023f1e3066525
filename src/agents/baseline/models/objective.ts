/** What is learned: a number, or one of several classes. */
export type Objective = { readonly kind: "number" } | { readonly kind: "classes"; readonly classes: number };

/** How many numbers a model predicts for a row before they become probabilities: one for numbers, one per class else. */
export function outputsOf(objective: Objective): number {
  return objective.kind === "number" ? 1 : objective.classes;
}

/** Turns raw outputs of one row, from `start` on, into probabilities in place. Twin: `scipy.special.softmax`. */
export function softmaxRow(values: Float64Array, start: number, classes: number): void {
  let largest = -Infinity;
  for (let at = start; at < start + classes; at += 1) largest = Math.max(largest, values[at]!);
  let sum = 0;
  for (let at = start; at < start + classes; at += 1) {
    values[at] = Math.exp(values[at]! - largest);
    sum += values[at]!;
  }
  for (let at = start; at < start + classes; at += 1) values[at]! /= sum;
}

/**
 * Mean loss of predictions for some rows: squared error of numbers, log loss of probabilities. `prediction` is laid out
 * row by row, and so is the truth: a value or a class number for each row.
 */
export function meanLoss(
  objective: Objective,
  truth: Float64Array,
  prediction: Float64Array,
  rows: Uint32Array,
): number {
  const outputs = outputsOf(objective);
  let sum = 0;
  for (const row of rows) {
    if (objective.kind === "number") sum += (truth[row]! - prediction[row]!) ** 2;
    else sum -= Math.log(Math.max(1e-15, prediction[row * outputs + truth[row]!]!));
  }
  return sum / rows.length;
}
