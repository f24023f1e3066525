import { TextColumn } from "../frame/column.ts";
import { mean } from "../lib/numeric/summation.ts";
import { type CellCodes, WordCodes } from "./word-codes.ts";

/** What a row scores if neither side has a word. Default: NaN. */
interface JaccardOptions {
  readonly bothEmpty?: number;
}

/**
 * As the metric `wordJaccard`: the mean over rows of the words that both texts have over the words that either has, in
 * lower case. Compares numbers in place of words, so that a text of millions of words takes no longer than reading it.
 */
export function jaccardOfWords(
  truth: readonly string[],
  prediction: readonly string[],
  options: JaccardOptions = {},
): number {
  const words = new WordCodes();
  const encode = (texts: readonly string[]): CellCodes => {
    const lowerCase = texts.map((text) => text.toLowerCase());
    return words.encode(TextColumn.from("text", lowerCase), { add: true });
  };
  const [actual, predicted] = [encode(truth), encode(prediction)];
  // The last row in which a word was seen, counted from 1.
  const inTruth = new Uint32Array(words.size);
  const inPrediction = new Uint32Array(words.size);
  const scores = Float64Array.from(truth, (_, row) => {
    const trueWords = countNew(actual, row, inTruth, () => undefined);
    let shared = 0;
    const predictedWords = countNew(predicted, row, inPrediction, (word) => {
      if (inTruth[word] === row + 1) shared += 1;
    });
    const either = trueWords + predictedWords - shared;
    return either === 0 ? (options.bothEmpty ?? Number.NaN) : shared / either;
  });
  return mean(scores);
}

/** How many different words a row has; each is visited once. */
function countNew({ codes, ends }: CellCodes, row: number, seen: Uint32Array, visit: (word: number) => void): number {
  let count = 0;
  for (let at = row === 0 ? 0 : ends[row - 1]!; at < ends[row]!; at += 1) {
    const word = codes[at]!;
    if (seen[word] === row + 1) continue;
    seen[word] = row + 1;
    count += 1;
    visit(word);
  }
  return count;
}
