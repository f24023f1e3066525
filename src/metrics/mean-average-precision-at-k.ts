import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";
import { type AtKOptions, averagePrecisionAtK } from "./average-precision-at-k.ts";

/**
 * The mean, over rows, of `averagePrecisionAtK`. Same as `mapk` of ml_metrics; scikit-learn has no twin.
 *
 * A row in which nothing is relevant counts as 0. NaN for empty input.
 *
 * @example meanAveragePrecisionAtK([new Set(["a"]), new Set(["b"])], [["a"], ["a", "b"]], { k: 5 }) // => 0.75
 */
export function meanAveragePrecisionAtK<T>(
  truth: ArrayLike<ReadonlySet<T>>,
  prediction: ArrayLike<ArrayLike<T>>,
  options: AtKOptions,
): number {
  requireSameLength(truth, prediction);
  const precisions = new Float64Array(truth.length);
  for (let row = 0; row < truth.length; row++) {
    precisions[row] = averagePrecisionAtK(truth[row]!, prediction[row]!, options);
  }
  return mean(precisions);
}
