import type { Label } from "../lib/numeric/label.ts";
import { requireSameLength } from "../lib/numeric/require-same-length.ts";

/**
 * F1 = 2 TP / (2 TP + FP + FN) of label sets, counted over all rows and labels. Same as
 * `sklearn.metrics.f1_score(average="micro")` on matrices from a `MultiLabelBinarizer` with the labels of the truth.
 *
 * A label that repeats in a row counts once. Predicted labels that never occur in the truth do not count, because the
 * binarizer drops them. 0 if there are no labels, and for empty input.
 *
 * @example microF1([["a", "b"], ["a"]], [["a"], ["a", "b", "unheard-of"]]) // => 0.6666666666666666
 */
export function microF1<T extends Label>(truth: ArrayLike<Iterable<T>>, prediction: ArrayLike<Iterable<T>>): number {
  requireSameLength(truth, prediction);
  const known = new Set<T>();
  for (let row = 0; row < truth.length; row++) {
    for (const label of truth[row]!) known.add(label);
  }

  let hits = 0;
  let occurrences = 0;
  for (let row = 0; row < truth.length; row++) {
    const actual = new Set(truth[row]!);
    occurrences += actual.size;
    for (const label of new Set(prediction[row]!)) {
      if (!known.has(label)) continue;
      occurrences++;
      if (actual.has(label)) hits++;
    }
  }
  return occurrences === 0 ? 0 : (2 * hits) / occurrences;
}
