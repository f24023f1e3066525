import { encodeLabels } from "../lib/numeric/encode-labels.ts";
import type { Label } from "../lib/numeric/label.ts";
import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";
import { take } from "../lib/numeric/take.ts";
import { meanAbsoluteError } from "./mean-absolute-error.ts";

export interface GroupOptions<T extends Label> {
  /** The group of each row. */
  readonly groups: ArrayLike<T>;
}

/**
 * The natural logarithm of each group's mean absolute error, averaged over groups in sorted order. Same as the metric
 * of the CHAMPS scalar coupling competition; its only part in scikit-learn is `sklearn.metrics.mean_absolute_error`.
 *
 * -Infinity if a group has no error. NaN for empty input or if any value is NaN.
 *
 * @example logMeanAbsoluteErrorByGroup([1, 2, 3], [2, 3, 7], { groups: ["a", "a", "b"] }) // => 0.6931471805599453
 */
export function logMeanAbsoluteErrorByGroup<T extends Label>(
  truth: ArrayLike<number>,
  prediction: ArrayLike<number>,
  options: GroupOptions<T>,
): number {
  requireSameLength(truth, prediction);
  requireSameLength(truth, options.groups);
  const { classes, truth: codes } = encodeLabels(options.groups, []);
  const members = classes.map((): number[] => []);
  for (let row = 0; row < codes.length; row++) members[codes[row]!]!.push(row);
  const logarithms = members.map((rows) => Math.log(meanAbsoluteError(take(truth, rows), take(prediction, rows))));
  return mean(Float64Array.from(logarithms));
}
