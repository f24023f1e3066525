import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { levenshtein } from "./levenshtein.ts";

/**
 * The mean, over rows, of the Levenshtein distance. Same as `numpy.mean` of `Levenshtein.distance` for every pair in
 * Python; scikit-learn has no twin.
 *
 * NaN for empty input.
 *
 * @example meanLevenshtein(["kitten", "same"], ["sitting", "same"]) // => 1.5
 */
export function meanLevenshtein(truth: ArrayLike<string>, prediction: ArrayLike<string>): number {
  requireSameLength(truth, prediction);
  let total = 0;
  for (let row = 0; row < truth.length; row++) total += levenshtein(truth[row]!, prediction[row]!);
  return total / truth.length;
}
