import { encodeLabels } from "../lib/numeric/encode-labels.ts";
import type { Label } from "../lib/numeric/label.ts";
import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { pairwiseSum } from "../lib/numeric/summation.ts";

/**
 * The agreement beyond chance: 1 minus the ratio of the observed to the expected squared distance between labels. Same
 * as `sklearn.metrics.cohen_kappa_score(prediction, truth, weights="quadratic")`.
 *
 * The distance is between positions in the sorted union of labels, not between values: if only the labels 0 and 4
 * occur, they are neighbours. NaN if only one label occurs, and for empty input.
 *
 * @example quadraticWeightedKappa([0, 1, 2, 2], [0, 2, 2, 1]) // => 0.6363636363636364
 */
export function quadraticWeightedKappa<T extends Label>(truth: ArrayLike<T>, prediction: ArrayLike<T>): number {
  requireSameLength(truth, prediction);
  const labels = encodeLabels(truth, prediction);
  const size = labels.classes.length;
  const truthCounts = new Float64Array(size);
  const predictionCounts = new Float64Array(size);
  let observed = 0;
  for (let i = 0; i < truth.length; i++) {
    const actual = labels.truth[i]!;
    const predicted = labels.prediction[i]!;
    truthCounts[actual]! += 1;
    predictionCounts[predicted]! += 1;
    observed += (actual - predicted) ** 2;
  }

  // Rows are true labels, columns predicted ones: scikit-learn adds up the terms in this order.
  const expected = new Float64Array(size * size);
  for (let actual = 0; actual < size; actual++) {
    for (let predicted = 0; predicted < size; predicted++) {
      const count = (truthCounts[actual]! * predictionCounts[predicted]!) / truth.length;
      expected[actual * size + predicted] = (actual - predicted) ** 2 * count;
    }
  }
  return 1 - observed / pairwiseSum(expected);
}
