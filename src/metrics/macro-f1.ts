import { encodeLabels } from "../lib/numeric/encode-labels.ts";
import type { Label } from "../lib/numeric/label.ts";
import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";

/**
 * The mean, over all labels, of F1 = 2 TP / (2 TP + FP + FN). Same as `sklearn.metrics.f1_score(average="macro")`.
 *
 * The labels are those of the truth and of the prediction, so predicting a label that never occurs in the truth adds a
 * 0 to the mean. NaN for empty input.
 *
 * @example macroF1([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1]) // => 0.26666666666666666
 */
export function macroF1<T extends Label>(truth: ArrayLike<T>, prediction: ArrayLike<T>): number {
  requireSameLength(truth, prediction);
  const labels = encodeLabels(truth, prediction);
  const hits = new Float64Array(labels.classes.length);
  const occurrences = new Float64Array(labels.classes.length);
  for (let i = 0; i < labels.truth.length; i++) {
    const actual = labels.truth[i]!;
    const predicted = labels.prediction[i]!;
    occurrences[actual]! += 1;
    occurrences[predicted]! += 1;
    if (actual === predicted) hits[actual]! += 1;
  }
  return mean(hits.map((hit, label) => (2 * hit) / occurrences[label]!));
}
