import { encodeLabels } from "../lib/numeric/encode-labels.ts";
import type { Label } from "../lib/numeric/label.ts";
import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";
import { take } from "../lib/numeric/take.ts";
import { meanAbsoluteError } from "./mean-absolute-error.ts";

/** The group of each row. */
export interface GroupOptions<T extends Label> {
  readonly groups: ArrayLike<T>;
}

/**
 * Natural logarithm of each group's mean absolute error, averaged over groups in sorted order. Same as the metric of
 * the CHAMPS scalar coupling competition; scikit-learn has only its `mean_absolute_error`.
 *
 * A group without any error gives -Infinity, with another that overflows NaN. NaN for empty input.
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
