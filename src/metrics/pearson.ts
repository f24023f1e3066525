import { requireSameLength } from "../lib/require-same-length.ts";
import { roundHalfEven } from "../lib/rounding.ts";
import { mean, pairwiseSum } from "../lib/summation.ts";
import { toFloat64 } from "../lib/to-float64.ts";

/**
 * Linear correlation, from -1 to 1. Same as `scipy.stats.pearsonr(truth, prediction).statistic`, up to the order in
 * which its BLAS adds the final products, which differs between processors.
 *
 * NaN when either side is constant, holds NaN or an infinity, or has fewer than two values. Exactly -1 or 1 for two
 * values.
 *
 * @example pearson([1, 2, 3, 4], [2, 1, 4, 3]) // => 0.6
 */
export function pearson(truth: ArrayLike<number>, prediction: ArrayLike<number>): number {
  requireSameLength(truth, prediction);
  if (truth.length < 2 || isConstant(truth) || isConstant(prediction)) return Number.NaN;
  const x = standardize(toFloat64(truth));
  const y = standardize(toFloat64(prediction));
  const correlation = Math.min(Math.max(pairwiseSum(x.map((value, i) => value * y[i]!)), -1), 1);
  return truth.length === 2 ? roundHalfEven(correlation) : correlation;
}

function isConstant(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) {
    if (values[i] !== values[0]) return false;
  }
  return true;
}

/** Deviations from the mean over their Euclidean length, scaled first so that squares cannot overflow. */
function standardize(values: Float64Array): Float64Array {
  const center = mean(values);
  const deviations = values.map((value) => value - center);
  const largest = deviations.reduce((maximum, deviation) => Math.max(maximum, Math.abs(deviation)), 0);
  const squares = deviations.map((deviation) => (deviation / largest) * (deviation / largest));
  const length = largest * Math.sqrt(pairwiseSum(squares));
  return deviations.map((deviation) => deviation / length);
}
