import { ranks } from "../lib/ranks.ts";
import { requireSameRows } from "../lib/require-same-length.ts";
import { mean } from "../lib/summation.ts";

/** How many classes a row has. */
export interface ClassCountOptions {
  readonly classes: number;
}

/**
 * Label-weighted label-ranking average precision (lwlrap): for every true label the share of true labels among those
 * scored at least as high, averaged so that every label weighs the same. Same as
 * `sklearn.metrics.label_ranking_average_precision_score` with each row weighted by its number of labels.
 *
 * Both sides are row-major matrices; a truth above 0 is a label. Ties count against the prediction. Rows without labels
 * do not count, rows with every label count as 1. NaN when no row has a label, or when a counted row scores NaN.
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
    const start = row * classes;
    const labels: number[] = [];
    for (let label = 0; label < classes; label++) {
      if (truth[start + label]! > 0) labels.push(label);
    }
    if (labels.length === 0) continue;
    // Negated, so that the best score has rank 1.
    const negated = Float64Array.from({ length: classes }, (_, label) => -score[start + label]!);
    total += labels.length === classes ? classes : rowPrecision(negated, labels) * labels.length;
    labelCount += labels.length;
  }
  return total / labelCount;
}

function rowPrecision(negated: Float64Array, labels: readonly number[]): number {
  const rankAmongAll = ranks(negated, "max");
  const rankAmongLabels = ranks(
    Float64Array.from(labels, (label) => negated[label]!),
    "max",
  );
  return mean(rankAmongLabels.map((rank, i) => rank / rankAmongAll[labels[i]!]!));
}
