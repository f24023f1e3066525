import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";
import { rootMeanSquaredError } from "./root-mean-squared-error.ts";

/**
 * Root mean squared error of each column, averaged over columns (MCRMSE). Same as
 * `sklearn.metrics.root_mean_squared_error` with several outputs, up to the order of summation: here every column is
 * summed on its own, as the Stanford COVID vaccine competition does.
 *
 * NaN without columns, with empty columns or with a NaN anywhere.
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
