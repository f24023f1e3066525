import { hasNaN } from "../lib/numeric/has-nan.ts";
import { requireSameRows } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";
import { take } from "../lib/numeric/take.ts";

export interface ClassCountOptions {
  /** The number of classes, which is the number of columns. */
  readonly classes: number;
}

/**
 * The label-weighted label-ranking average precision (lwlrap): for every true label, the share of true labels among all
 * labels with at least the same score, averaged with equal weight for every true label. Same as
 * `sklearn.metrics.label_ranking_average_precision_score` with each row weighted by its number of true labels.
 *
 * Both sides are row-major matrices; a truth above 0 is a true label. Ties count against the prediction. Rows without
 * true labels do not count; rows in which every label is true score 1. NaN if no row has a true label, or if a row that
 * counts has a score of NaN.
 *
 * @example labelWeightedRankingPrecision([1, 0, 0, 0, 0, 1], [0.75, 0.5, 1, 1, 0.2, 0.1], { classes: 3 }) // => 0.41666666666666663
 */
export function labelWeightedRankingPrecision(
  truth: ArrayLike<number>,
  score: ArrayLike<number>,
  options: ClassCountOptions,
): number {
  const { classes } = options;
  const rows = requireSameRows(truth, score, classes);
  let total = 0;
  let labelCount = 0;
  for (let row = 0; row < rows; row++) {
    const scores = new Float64Array(classes);
    const labels: number[] = [];
    for (let label = 0; label < classes; label++) {
      scores[label] = score[row * classes + label]!;
      if (truth[row * classes + label]! > 0) labels.push(label);
    }
    if (labels.length === 0) continue;
    total += labels.length === classes ? classes : rowPrecision(scores, labels) * labels.length;
    labelCount += labels.length;
  }
  return total / labelCount;
}

function rowPrecision(scores: Float64Array, labels: readonly number[]): number {
  if (hasNaN(scores)) return Number.NaN;
  const scoresOfLabels = take(scores, labels);
  return mean(scoresOfLabels.map((score) => countAtLeast(scoresOfLabels, score) / countAtLeast(scores, score)));
}

/** The rank of a score in descending order, with ties ranked last: `scipy.stats.rankdata(-scores, "max")`. */
function countAtLeast(scores: Float64Array, minimum: number): number {
  let count = 0;
  for (let i = 0; i < scores.length; i++) {
    if (scores[i]! >= minimum) count++;
  }
  return count;
}
