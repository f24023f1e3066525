import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { sequentialSum } from "../lib/numeric/summation.ts";
import { generalizedMean } from "./generalized-mean.ts";
import { rocAuc } from "./roc-auc.ts";

/** Who is mentioned in which row, and how the parts are put together. */
export interface BiasAucOptions {
  /** One column per identity, 1 where the row mentions it and 0 where it does not. */
  readonly identities: readonly ArrayLike<number>[];
  /** Exponent of the generalized mean over identities; -5 unless told. */
  readonly power?: number;
  /** Weight of the overall AUC and of each of the three bias AUCs; 0.25 unless told. */
  readonly weight?: number;
}

/**
 * Overall ROC AUC blended with three that show unintended bias, each a generalized mean over identities. Same as the
 * metric of the Jigsaw unintended bias competition; scikit-learn has only its `roc_auc_score`.
 *
 * Per identity the three are taken over: the rows that mention it (subgroup); its negatives with the background's
 * positives; its positives with the background's negatives. Truth is 0 or 1. NaN when any part has one class only.
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
 * ROC AUC over the rows that mention the identity.
 *
 * @example subgroupAuc([0, 1, 0, 1], [0.2, 0.9, 0.6, 0.4], [1, 1, 0, 0]) // => 1
 */
export function subgroupAuc(truth: ArrayLike<number>, score: ArrayLike<number>, identity: ArrayLike<number>): number {
  return aucWhere(truth, score, identity, (_positive, mentioned) => mentioned);
}

/**
 * ROC AUC over negatives that mention the identity and positives that do not ("background positive, subgroup
 * negative"): low when mentioning the identity alone raises the score.
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
 * ROC AUC over positives that mention the identity and negatives that do not ("background negative, subgroup
 * positive"): low when mentioning the identity alone lowers the score.
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
