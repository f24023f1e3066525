import { rootMeanSquaredError } from "./root-mean-squared-error.ts";

/**
 * Root mean squared error of log(1 + value). Same as `sklearn.metrics.root_mean_squared_log_error`.
 *
 * NaN for empty input or when a value is below -1, Infinity or NaN at -1, where scikit-learn raises.
 *
 * @example rootMeanSquaredLogError([3, 5, 2.5, 7], [2.5, 5, 4, 8]) // => 0.19993831930196084
 */
export function rootMeanSquaredLogError(truth: ArrayLike<number>, prediction: ArrayLike<number>): number {
  return rootMeanSquaredError(Float64Array.from(truth, Math.log1p), Float64Array.from(prediction, Math.log1p));
}
