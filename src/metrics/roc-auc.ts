import { hasNaN } from "../lib/numeric/has-nan.ts";
import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { trapezoidArea } from "../lib/numeric/trapezoid-area.ts";
import { rocCurve } from "./roc-curve.ts";

/**
 * The area under the ROC curve: the probability that a random positive has a higher score than a random negative, where
 * a tie counts as half. Same as `sklearn.metrics.roc_auc_score` for binary truth, to the last bit.
 *
 * The larger of the two truth values is the positive class. NaN if the truth has only one class (as in scikit-learn 1.6
 * and later), if any score is NaN, and for empty input. Throws a RangeError if the truth has more than two classes.
 *
 * @example rocAuc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]) // => 0.75
 */
export function rocAuc(truth: ArrayLike<number>, score: ArrayLike<number>): number {
  requireSameLength(truth, score);
  let smallest = Infinity;
  let largest = -Infinity;
  for (let i = 0; i < truth.length; i++) {
    if (truth[i]! < smallest) smallest = truth[i]!;
    if (truth[i]! > largest) largest = truth[i]!;
  }
  for (let i = 0; i < truth.length; i++) {
    if (truth[i] !== smallest && truth[i] !== largest) {
      throw new RangeError(`truth has more than two classes: ${smallest}, ${largest} and ${truth[i]}`);
    }
  }
  if (!(smallest < largest) || hasNaN(score)) return Number.NaN;
  const { falsePositiveRate, truePositiveRate } = rocCurve(truth, score, { positive: largest });
  return trapezoidArea(falsePositiveRate, truePositiveRate);
}
