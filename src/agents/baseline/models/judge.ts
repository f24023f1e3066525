import type { ClassGoal, NumberGoal } from "../reading/goal.ts";

/** Losses of one way of predicting, row by row; several kinds of loss, as the competition's metric is not known. */
export type Losses = readonly Float64Array[];

/** What is predicted for a row: one value, or the chances of all classes. */
export type Predict = (row: number) => Float64Array;

/** Losses of a way of predicting on some training rows. */
export function lossesOf(goal: NumberGoal | ClassGoal, rows: Uint32Array, predict: Predict): Losses {
  const { truth } = goal;
  if (goal.kind === "number") {
    const pairs = Array.from(rows, (row) => [truth[row]!, predict(row)[0]!] as const);
    const squares = Float64Array.from(pairs, ([value, guess]) => (value - guess) ** 2);
    const distances = Float64Array.from(pairs, ([value, guess]) => Math.abs(value - guess));
    if (pairs.some(([value]) => value < 0)) return [squares, distances];
    // Of quantities, some metrics compare the logarithms.
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
 * Whether losses are lower than others on the same rows: in the first kind by two standard errors, as less may be luck, and
 * not higher in any. Of many comparisons more are lucky: each must be clearer then.
 */
export function isBetter(losses: Losses, others: Losses, comparisons = 1): boolean {
  const clear = Math.sqrt(4 + 2 * Math.log(comparisons));
  return losses.every((loss, kind) => {
    const { mean, error } = advantage(loss, others[kind]!);
    return kind === 0 ? mean > 0 && mean >= clear * error : mean >= 0;
  });
}

/** The mean advantage per row, and its standard error. */
function advantage(loss: Float64Array, other: Float64Array): { mean: number; error: number } {
  const gains = loss.map((value, row) => other[row]! - value);
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1);
  return { mean, error: Math.sqrt(variance / gains.length) };
}
