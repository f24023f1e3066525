import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { sequentialSum } from "../lib/numeric/summation.ts";
import { generalizedMean } from "./generalized-mean.ts";
import { rocAuc } from "./roc-auc.ts";

export interface BiasAucOptions {
  /** One column per identity: 1 if the row mentions it, 0 if not. */
  readonly identities: readonly ArrayLike<number>[];
  /** The exponent of the generalized mean over identities. Default: -5. */
  readonly power?: number;
  /** The weight of the overall AUC and of each of the three bias AUCs. Default: 0.25. */
  readonly weight?: number;
}

/**
 * The weighted sum of the overall ROC AUC and three AUCs that show unintended bias, each a generalized mean over
 * identities: `subgroupAuc`, `subgroupNegativeAuc` and `subgroupPositiveAuc`. Same as the metric of the Jigsaw
 * unintended bias competition; its only part in scikit-learn is `sklearn.metrics.roc_auc_score`.
 *
 * Truth is 0 or 1. NaN if any part has only one class, and for empty input.
 *
 * @example biasAuc([0, 1, 0, 1], [0.2, 0.9, 0.6, 0.4], { identities: [[1, 1, 0, 0]] }) // => 0.9375
 */
export function biasAuc(truth: ArrayLike<number>, score: ArrayLike<number>, options: BiasAucOptions): number {
  const { identities, power = -5, weight = 0.25 } = options;
  const means = [subgroupAuc, subgroupNegativeAuc, subgroupPositiveAuc].map((part) =>
    generalizedMean(
      identities.map((identity) => part(truth, score, identity)),
      { power },
    ),
  );
  return weight * rocAuc(truth, score) + sequentialSum(means.map((mean) => weight * mean));
}

/**
 * The ROC AUC over the rows that mention the identity. NaN if they have only one class.
 *
 * @example subgroupAuc([0, 1, 0, 1], [0.2, 0.9, 0.6, 0.4], [1, 1, 0, 0]) // => 1
 */
export function subgroupAuc(truth: ArrayLike<number>, score: ArrayLike<number>, identity: ArrayLike<number>): number {
  return aucWhere(truth, score, identity, (_positive, mentioned) => mentioned);
}

/**
 * The ROC AUC over negatives that mention the identity and positives that do not ("background positive, subgroup
 * negative"): low if merely mentioning the identity raises the score. NaN if there are no such negatives or positives.
 *
 * @example subgroupNegativeAuc([0, 1, 0, 1], [0.2, 0.9, 0.6, 0.4], [1, 1, 0, 0]) // => 1
 */
export function subgroupNegativeAuc(
  truth: ArrayLike<number>,
  score: ArrayLike<number>,
  identity: ArrayLike<number>,
): number {
  return aucWhere(truth, score, identity, (positive, mentioned) => positive !== mentioned);
}

/**
 * The ROC AUC over positives that mention the identity and negatives that do not ("background negative, subgroup
 * positive"): low if merely mentioning the identity lowers the score. NaN if there are no such positives or negatives.
 *
 * @example subgroupPositiveAuc([0, 1, 0, 1], [0.2, 0.9, 0.6, 0.4], [1, 1, 0, 0]) // => 1
 */
export function subgroupPositiveAuc(
  truth: ArrayLike<number>,
  score: ArrayLike<number>,
  identity: ArrayLike<number>,
): number {
  return aucWhere(truth, score, identity, (positive, mentioned) => positive === mentioned);
}

function aucWhere(
  truth: ArrayLike<number>,
  score: ArrayLike<number>,
  identity: ArrayLike<number>,
  isKept: (positive: boolean, mentioned: boolean) => boolean,
): number {
  requireSameLength(truth, score);
  requireSameLength(truth, identity);
  const keptTruth: number[] = [];
  const keptScore: number[] = [];
  for (let i = 0; i < truth.length; i++) {
    if (!isKept(truth[i] === 1, identity[i] === 1)) continue;
    keptTruth.push(truth[i]!);
    keptScore.push(score[i]!);
  }
  return rocAuc(keptTruth, keptScore);
}
