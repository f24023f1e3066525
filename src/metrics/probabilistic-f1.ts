import { requireSameLength } from "../lib/numeric/require-same-length.ts";

/**
 * F1 in which a prediction between 0 and 1 counts as that share of a positive: precision is the mass on true positives
 * over all predicted mass, recall that mass over the number of positives. Same as the `pfbeta` of the RSNA breast
 * cancer competition with beta 1; scikit-learn has no twin.
 *
 * Any truth other than 0 is positive. Predictions are clipped to [0, 1]. 0 when no mass lies on a positive; NaN when
 * the truth has no positive, where Python raises ZeroDivisionError.
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
  // Upstream: NaN precision or recall fails both comparisons and scores 0.
  return precision > 0 && recall > 0 ? (2 * (precision * recall)) / (precision + recall) : 0;
}
