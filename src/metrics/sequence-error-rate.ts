import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { sequenceLevenshtein } from "./sequence-levenshtein.ts";

/**
 * The sum of the Levenshtein distances between paired sequences, divided by the total length of the true sequences.
 * Same as the metric of the multi-modal gesture recognition competition, and as the word error rate for sentences;
 * scikit-learn has no twin.
 *
 * Above 1 if predictions are much too long. Without true items it is Infinity if any item is predicted, otherwise NaN.
 *
 * @example sequenceErrorRate([[1, 2, 3], [4]], [[1, 3], [5]]) // => 0.5
 */
export function sequenceErrorRate<T>(truth: ArrayLike<ArrayLike<T>>, prediction: ArrayLike<ArrayLike<T>>): number {
  requireSameLength(truth, prediction);
  let distance = 0;
  let items = 0;
  for (let row = 0; row < truth.length; row++) {
    distance += sequenceLevenshtein(truth[row]!, prediction[row]!);
    items += truth[row]!.length;
  }
  return distance / items;
}
