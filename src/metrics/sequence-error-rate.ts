import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { sequenceLevenshtein } from "./sequence-levenshtein.ts";

/**
 * Sum of the Levenshtein distances between paired sequences over the total length of the true ones: the share of items
 * to correct. Same as the metric of the multi-modal gesture recognition competition; for one pair of sentences the twin
 * is the word error rate.
 *
 * Exceeds 1 when predictions are much too long. With no true item at all it is NaN, or Infinity if any is predicted.
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
