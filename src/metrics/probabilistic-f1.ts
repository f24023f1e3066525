import { requireSameLength } from "../lib/numeric/require-same-length.ts";

/**
 * F1 in which a prediction between 0 and 1 counts as that fraction of a positive: precision is the sum of predictions
 * for positives divided by the sum of all predictions, recall is the same sum divided by the number of positives. Same
 * as `pfbeta` with beta 1 in the RSNA breast cancer competition; scikit-learn has no twin.
 *
 * Any truth other than 0 is positive. Predictions are clipped to [0, 1]. 0 if all predictions for positives are 0. NaN
 * if the truth has no positives, where Python raises ZeroDivisionError.
 *
 * @example probabilisticF1([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.1]) // => 0.7894736842105263
 */
export function probabilisticF1(truth: ArrayLike<number>, prediction: ArrayLike<number>): number {
  requireSameLength(truth, prediction);
  let positives = 0;
  let onPositives = 0;
  let onNegatives = 0;
  for (let i = 0; i < truth.length; i++) {
    const mass = Math.min(Math.max(prediction[i]!, 0), 1);
    if (truth[i] !== 0) {
      positives++;
      onPositives += mass;
    } else {
      onNegatives += mass;
    }
  }
  if (positives === 0) return Number.NaN;
  const precision = onPositives / (onPositives + onNegatives);
  const recall = onPositives / positives;
  // Upstream: the score is 0 if precision or recall is NaN, because a comparison with NaN is false.
  return precision > 0 && recall > 0 ? (2 * (precision * recall)) / (precision + recall) : 0;
}
