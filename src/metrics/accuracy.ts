import type { Label } from "../lib/numeric/label.ts";
import { requireSameLength } from "../lib/numeric/require-same-length.ts";

/**
 * The share of rows whose prediction equals the truth. Same as `sklearn.metrics.accuracy_score`, and as
 * `f1_score(average="micro")` if every row has exactly one label.
 *
 * Labels are compared with `===`, so 1 and "1" differ, and NaN equals nothing. NaN for empty input.
 *
 * @example accuracy(["a", "b", "b"], ["a", "b", "a"]) // => 0.6666666666666666
 */
export function accuracy<T extends Label>(truth: ArrayLike<T>, prediction: ArrayLike<T>): number {
  requireSameLength(truth, prediction);
  let correct = 0;
  for (let i = 0; i < truth.length; i++) {
    if (truth[i] === prediction[i]) correct++;
  }
  return correct / truth.length;
}
