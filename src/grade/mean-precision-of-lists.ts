import { textAt } from "../frame/as-text.ts";
import { mean } from "../lib/numeric/summation.ts";
import { averagePrecisionAtK } from "../metrics/average-precision-at-k.ts";
import type { Aligned } from "./align.ts";

/** The column of lists, and how many entries of each count. */
interface ListOptions {
  readonly target: string;
  readonly k: number;
}

/**
 * The mean average precision at `k` of aligned rows. Each cell is a list of labels, best first, separated by single blanks.
 *
 * Cells are split like Python's `text.split(" ")`: two consecutive blanks make an empty label that takes a rank. A column
 * with one number per row is read as numbers, so `0012` becomes `12`, and an empty cell among whole numbers makes them
 * `12.0`. An empty cell is the label `nan`.
 *
 * Upstream: rows are paired in order up to the end of the shorter table.
 */
export function meanPrecisionOfLists({ submission, answers }: Aligned, { target, k }: ListOptions): number {
  const prediction = submission.column(target);
  const truth = answers.column(target);
  const precisions = new Float64Array(Math.min(prediction.length, truth.length));
  for (let row = 0; row < precisions.length; row += 1) {
    const relevant = new Set(textAt(truth, row).split(" "));
    precisions[row] = averagePrecisionAtK(relevant, textAt(prediction, row).split(" ", k), { k });
  }
  return mean(precisions);
}
