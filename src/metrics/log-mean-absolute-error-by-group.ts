import { compareLabels, type Label } from "../lib/encode-labels.ts";
import { requireSameLength } from "../lib/require-same-length.ts";
import { mean } from "../lib/summation.ts";
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
  const rows = new Map<T, number[]>();
  for (let i = 0; i < truth.length; i++) {
    const group = options.groups[i]!;
    const members = rows.get(group);
    if (members === undefined) rows.set(group, [i]);
    else members.push(i);
  }
  const groups = [...rows.keys()].sort(compareLabels);
  return mean(
    Float64Array.from(groups, (group) => {
      const members = rows.get(group)!;
      const pick = (values: ArrayLike<number>) => Float64Array.from(members, (row) => values[row]!);
      return Math.log(meanAbsoluteError(pick(truth), pick(prediction)));
    }),
  );
}
