import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";
import { splitWhitespace } from "../lib/python/python-text.ts";

/** What a row scores when neither side has a word; NaN unless told. */
export interface WordJaccardOptions {
  readonly bothEmpty?: number;
}

/**
 * Mean over rows of the words both texts share over the words either has. Same as
 * `sklearn.metrics.jaccard_score(average="samples")` on binarised word sets.
 *
 * Words are what Python's `text.lower().split()` gives, each counted once. Where neither text has a word scikit-learn
 * counts 0 and Kaggle's own function divides by zero, hence the option. NaN for empty input.
 *
 * @example wordJaccard(["A big dog", "cat"], ["big  DOG", "bird"]) // => 0.3333333333333333
 */
export function wordJaccard(
  truth: ArrayLike<string>,
  prediction: ArrayLike<string>,
  options: WordJaccardOptions = {},
): number {
  requireSameLength(truth, prediction);
  const scores = new Float64Array(truth.length);
  for (let row = 0; row < scores.length; row++) {
    const actual = wordsOf(truth[row]!);
    const predicted = wordsOf(prediction[row]!);
    let shared = 0;
    for (const word of predicted) {
      if (actual.has(word)) shared++;
    }
    const either = actual.size + predicted.size - shared;
    scores[row] = either === 0 ? (options.bothEmpty ?? Number.NaN) : shared / either;
  }
  return mean(scores);
}

function wordsOf(text: string): Set<string> {
  return new Set(splitWhitespace(text.toLowerCase()));
}
