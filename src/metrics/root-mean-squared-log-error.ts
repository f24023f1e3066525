import { rootMeanSquaredError } from "./root-mean-squared-error.ts";

/**
 * The root mean squared error of log(1 + value). Same as `sklearn.metrics.root_mean_squared_log_error`.
 *
 * NaN for empty input and if any value is NaN or below -1. Infinity or NaN if a value is -1. scikit-learn raises an
 * error in these cases.
 *
 * @example rootMeanSquaredLogError([3, 5, 2.5, 7], [2.5, 5, 4, 8]) // => 0.19932416558108
 */
export function rootMeanSquaredLogError(truth: ArrayLike<number>, prediction: ArrayLike<number>): number {
  return rootMeanSquaredError(logarithms(truth), logarithms(prediction));
}

function logarithms(values: ArrayLike<number>): Float64Array {
  const logs = new Float64Array(values.length);
  for (let i = 0; i < logs.length; i++) logs[i] = Math.log1p(values[i]!);
  return logs;
}
