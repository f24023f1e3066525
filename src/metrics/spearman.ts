import { ranks } from "../lib/numeric/ranks.ts";
import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { toFloat64 } from "../lib/numeric/to-float64.ts";

/**
 * The rank correlation, from -1 to 1: the Pearson correlation of ranks, where equal values share the mean of their
 * ranks. Same as `scipy.stats.spearmanr(prediction, truth).statistic`.
 *
 * NaN if either side is constant, contains NaN, or has fewer than two values.
 *
 * @example spearman([1, 2, 3, 4, 5], [5, 6, 7, 8, 7]) // => 0.8207826816681234
 */
export function spearman(truth: ArrayLike<number>, prediction: ArrayLike<number>): number {
  requireSameLength(truth, prediction);
  const count = truth.length;
  if (count < 2) return Number.NaN;
  const x = ranks(toFloat64(truth));
  const y = ranks(toFloat64(prediction));

  // Ranks are multiples of 1/2 and their mean is exact, so up to 200,000 rows these sums are exact in any order.
  const center = (count + 1) / 2;
  let covariance = 0;
  let truthVariance = 0;
  let predictionVariance = 0;
  for (let i = 0; i < count; i++) {
    const dx = x[i]! - center;
    const dy = y[i]! - center;
    covariance += dx * dy;
    truthVariance += dx * dx;
    predictionVariance += dy * dy;
  }
  const scale = 1 / (count - 1);
  const truthDeviation = Math.sqrt(truthVariance * scale);
  const predictionDeviation = Math.sqrt(predictionVariance * scale);
  const correlation = (covariance * scale) / truthDeviation / predictionDeviation;
  return Math.min(Math.max(correlation, -1), 1);
}
