import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";

/**
 * The mean of the absolute differences. Same as `sklearn.metrics.mean_absolute_error`.
 *
 * NaN for empty input or if any value is NaN.
 *
 * @example meanAbsoluteError([3, -0.5, 2, 7], [2.5, 0, 2, 8]) // => 0.5
 */
export function meanAbsoluteError(truth: ArrayLike<number>, prediction: ArrayLike<number>): number {
  requireSameLength(truth, prediction);
  const errors = new Float64Array(truth.length);
  for (let i = 0; i < errors.length; i++) errors[i] = Math.abs(prediction[i]! - truth[i]!);
  return mean(errors);
}
