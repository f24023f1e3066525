import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { roundHalfEven } from "../lib/numeric/rounding.ts";
import { mean, pairwiseSum } from "../lib/numeric/summation.ts";

/**
 * The linear correlation, from -1 to 1. Same as `scipy.stats.pearsonr(truth, prediction).statistic`, except for the
 * order in which BLAS adds the final products, which depends on the processor.
 *
 * NaN if either side is constant, contains NaN or an infinity, or has fewer than two values. Exactly -1 or 1 for two
 * values.
 *
 * @example pearson([1, 2, 3, 4], [2, 1, 4, 3]) // => 0.6
 */
export function pearson(truth: ArrayLike<number>, prediction: ArrayLike<number>): number {
  requireSameLength(truth, prediction);
  if (truth.length < 2 || isConstant(truth) || isConstant(prediction)) return Number.NaN;
  const x = standardize(truth);
  const y = standardize(prediction);
  for (let i = 0; i < x.length; i++) x[i]! *= y[i]!;
  const correlation = Math.min(Math.max(pairwiseSum(x), -1), 1);
  return truth.length === 2 ? roundHalfEven(correlation) : correlation;
}

function isConstant(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) {
    if (values[i] !== values[0]) return false;
  }
  return true;
}

/** The deviations from the mean, divided by their Euclidean length. They are scaled so that squares cannot overflow. */
function standardize(values: ArrayLike<number>): Float64Array {
  const deviations = Float64Array.from(values);
  const center = mean(deviations);
  let largest = 0;
  for (let i = 0; i < deviations.length; i++) {
    deviations[i]! -= center;
    largest = Math.max(largest, Math.abs(deviations[i]!));
  }
  const squares = new Float64Array(deviations.length);
  for (let i = 0; i < squares.length; i++) squares[i] = (deviations[i]! / largest) ** 2;
  const length = largest * Math.sqrt(pairwiseSum(squares));
  for (let i = 0; i < deviations.length; i++) deviations[i]! /= length;
  return deviations;
}
