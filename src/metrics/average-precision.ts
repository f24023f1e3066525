import { argsort } from "../lib/numeric/argsort.ts";
import { pairwiseSum } from "../lib/numeric/summation.ts";

/**
 * The average precision of scores for binary labels: the sum, over all distinct scores, of the precision at that score
 * times the gain in recall. Same as `sklearn.metrics.average_precision_score`.
 *
 * Truth is 0 or 1; scores must be finite. 0 if no label is 1, and for empty input.
 *
 * @example averagePrecision(Float64Array.of(0, 0, 1, 1), Float64Array.of(0.1, 0.4, 0.35, 0.8)) // => 0.8333333333333333
 */
export function averagePrecision(truth: Float64Array, scores: Float64Array): number {
  if (truth.length !== scores.length) throw new RangeError(`${truth.length} labels but ${scores.length} scores`);
  const order = argsort(scores);
  const positives = truth.reduce((count, label) => count + label, 0);
  if (positives === 0) return 0;

  // From the lowest score to the highest, which is the order in which scikit-learn adds up the terms.
  const terms = new Float64Array(truth.length);
  let count = 0;
  let found = positives;
  let start = 0;
  while (start < order.length) {
    const score = scores[order[start]!]!;
    const foundHere = found;
    const chosen = order.length - start;
    while (start < order.length && scores[order[start]!] === score) found -= truth[order[start++]!]!;
    terms[count++] = (found / positives - foundHere / positives) * (foundHere / chosen);
  }
  return Math.max(0, -pairwiseSum(terms, 0, count));
}
