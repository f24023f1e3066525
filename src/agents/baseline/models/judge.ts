import type { ClassGoal, NumberGoal } from "../reading/goal.ts";

/** Losses row by row, one list for each kind of loss: the competition's metric is unknown, so several are computed. */
export type Losses = readonly Float64Array[];

/** What is predicted for a row: one value, or the chances of all classes. */
export type Predict = (row: number) => Float64Array;

/** Losses of predictions for some training rows. */
export function lossesOf(goal: NumberGoal | ClassGoal, rows: Uint32Array, predict: Predict): Losses {
  const { truth } = goal;
  if (goal.kind === "number") {
    const pairs = Array.from(rows, (row) => [truth[row]!, predict(row)[0]!] as const);
    const squares = Float64Array.from(pairs, ([value, guess]) => (value - guess) ** 2);
    const distances = Float64Array.from(pairs, ([value, guess]) => Math.abs(value - guess));
    if (pairs.some(([value]) => value < 0)) return [squares, distances];
    // Some metrics for quantities compare logarithms.
    const log = (value: number): number => Math.log1p(Math.max(0, value));
    return [squares, distances, Float64Array.from(pairs, ([value, guess]) => (log(value) - log(guess)) ** 2)];
  }
  const losses = (loss: (chances: Float64Array, label: number) => number): Float64Array =>
    Float64Array.from(rows, (row) => loss(predict(row), truth[row]!));
  if (goal.kind === "label") return [losses((chances, label) => (likeliest(chances) === label ? 0 : 1))];
  const square = (chances: Float64Array, label: number): number =>
    chances.reduce((sum, chance, other) => sum + (chance - (other === label ? 1 : 0)) ** 2, 0);
  return [losses((chances, label) => -Math.log(Math.max(1e-15, chances[label]!))), losses(square)];
}

/** The number of the likeliest class; of equals the first. */
export function likeliest(chances: Float64Array): number {
  let best = 0;
  for (let label = 1; label < chances.length; label += 1) if (chances[label]! > chances[best]!) best = label;
  return best;
}

/**
 * Whether losses are lower than others on the same rows: the first kind by two standard errors, as less may be luck, and none
 * higher. The more comparisons are made, the clearer each must be.
 */
export function isBetter(losses: Losses, others: Losses, comparisons = 1): boolean {
  const isLower = (kind: number): boolean => advantage(losses[kind]!, others[kind]!).mean >= 0;
  return isClear(losses[0]!, others[0]!, comparisons) && losses.every((_, kind) => isLower(kind));
}

/** The same with every kind of loss clearly lower. */
export function isBetterInAll(losses: Losses, others: Losses, comparisons = 1): boolean {
  return losses.every((loss, kind) => isClear(loss, others[kind]!, comparisons));
}

function isClear(loss: Float64Array, other: Float64Array, comparisons: number): boolean {
  const { mean, error } = advantage(loss, other);
  return mean > 0 && mean >= error * Math.sqrt(4 + 2 * Math.log(comparisons));
}

/** The mean advantage per row, and its standard error. */
function advantage(loss: Float64Array, other: Float64Array): { mean: number; error: number } {
  const gains = loss.map((value, row) => other[row]! - value);
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1);
  return { mean, error: Math.sqrt(variance / gains.length) };
}
