import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";
import { splitWhitespace } from "../lib/python/python-text.ts";

export interface WordJaccardOptions {
  /** The score of a row in which neither text has a word. Default: NaN. */
  readonly bothEmpty?: number;
}

/**
 * The mean, over rows, of the number of words that both texts share, divided by the number of words in either. Same as
 * `sklearn.metrics.jaccard_score(average="samples")` on binarised sets of words.
 *
 * Words are those of Python's `text.lower().split()`, each counted once. If neither text has a word, the row scores
 * `bothEmpty`: scikit-learn scores 0, and Kaggle's function divides by zero. NaN for empty input.
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
