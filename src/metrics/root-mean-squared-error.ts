import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";

/**
 * The square root of the mean of the squared differences. Same as `sklearn.metrics.root_mean_squared_error`.
 *
 * NaN for empty input or if any value is NaN. Infinity if a square overflows.
 *
 * @example rootMeanSquaredError([3, -0.5, 2, 7], [2.5, 0, 2, 8]) // => 0.6123724356957945
 */
export function rootMeanSquaredError(truth: ArrayLike<number>, prediction: ArrayLike<number>): number {
  requireSameLength(truth, prediction);
  const squares = new Float64Array(truth.length);
  for (let i = 0; i < squares.length; i++) {
    const error = truth[i]! - prediction[i]!;
    squares[i] = error * error;
  }
  return Math.sqrt(mean(squares));
}
