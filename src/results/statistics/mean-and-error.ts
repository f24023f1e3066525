import { mean as meanOf, pairwiseSum } from "../../lib/numeric/summation.ts";

/** A mean and its uncertainty. */
export interface MeanAndError {
  /** Null without values. */
  readonly mean: number | null;
  /** Standard error of the mean, from the sample standard deviation (n - 1); null for fewer than two values. */
  readonly error: number | null;
  readonly count: number;
}

/** `numpy.mean(values)` and `scipy.stats.sem(values)`, to the last bit. */
export function meanAndError(values: readonly number[]): MeanAndError {
  const count = values.length;
  if (count === 0) return { mean: null, error: null, count };
  const mean = meanOf(Float64Array.from(values));
  if (count === 1) return { mean, error: null, count };
  const squares = Float64Array.from(values, (value) => (value - mean) * (value - mean));
  return { mean, error: Math.sqrt(pairwiseSum(squares) / (count - 1)) / Math.sqrt(count), count };
}
