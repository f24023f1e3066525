import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";
import { rootMeanSquaredError } from "./root-mean-squared-error.ts";

/**
 * The root mean squared error of each column, averaged over columns (MCRMSE). Same as
 * `sklearn.metrics.root_mean_squared_error` with several outputs, except for the order of summation: here each column
 * is summed separately, as in the Stanford COVID vaccine competition.
 *
 * NaN if there are no columns, if a column is empty, or if any value is NaN.
 *
 * @example meanColumnwiseRootMeanSquaredError([[1, 2], [0, 0]], [[1, 2], [3, 4]]) // => 1.7677669529663689
 */
export function meanColumnwiseRootMeanSquaredError(
  truth: ArrayLike<ArrayLike<number>>,
  prediction: ArrayLike<ArrayLike<number>>,
): number {
  requireSameLength(truth, prediction);
  return mean(Float64Array.from(truth, (column, i) => rootMeanSquaredError(column, prediction[i]!)));
}
