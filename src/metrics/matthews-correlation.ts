import { encodeLabels } from "../lib/numeric/encode-labels.ts";
import type { Label } from "../lib/numeric/label.ts";
import { requireSameLength } from "../lib/numeric/require-same-length.ts";

/**
 * The correlation between true and predicted labels, from -1 to 1, for two or more classes. Same as
 * `sklearn.metrics.matthews_corrcoef`.
 *
 * 0 if either side has only one label, and for empty input.
 *
 * @example matthewsCorrelation([1, 1, 1, 0], [1, 0, 1, 1]) // => -0.3333333333333333
 */
export function matthewsCorrelation<T extends Label>(truth: ArrayLike<T>, prediction: ArrayLike<T>): number {
  requireSameLength(truth, prediction);
  const labels = encodeLabels(truth, prediction);
  const truthCounts = new Float64Array(labels.classes.length);
  const predictionCounts = new Float64Array(labels.classes.length);
  let correct = 0;
  for (let i = 0; i < truth.length; i++) {
    const actual = labels.truth[i]!;
    const predicted = labels.prediction[i]!;
    truthCounts[actual]! += 1;
    predictionCounts[predicted]! += 1;
    if (actual === predicted) correct++;
  }

  const squaredTotal = truth.length ** 2;
  const covariance = correct * truth.length - dot(truthCounts, predictionCounts);
  const truthVariance = squaredTotal - dot(truthCounts, truthCounts);
  const predictionVariance = squaredTotal - dot(predictionCounts, predictionCounts);
  const product = truthVariance * predictionVariance;
  return product === 0 ? 0 : covariance / Math.sqrt(product);
}

/** Counts are whole numbers, so the order of addition does not matter. */
function dot(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += a[i]! * b[i]!;
  return total;
}
