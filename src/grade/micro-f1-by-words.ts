import type { Grade } from "../contracts/competition.ts";
import { textAt } from "../frame/as-text.ts";
import type { Column } from "../frame/column.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { alignById } from "./align.ts";
import type { IdAndTarget } from "./auc-by-column.ts";
import { requireColumns, requireSameLength } from "./checks.ts";
import { type CellCodes, WordCodes } from "./word-codes.ts";

/**
 * The micro F1 of sets of labels, written in one column as words separated by blanks, with rows aligned by id.
 * scikit-learn twin: `f1_score(average="micro")` after a `MultiLabelBinarizer`. An empty cell is an empty set.
 *
 * Upstream: the binarizer knows only the labels of the answers, so other predicted labels cost nothing.
 */
export function microF1ByWords({ id, target }: IdAndTarget): Grade {
  return (submission, answers) => {
    requireColumns(submission, id, target);
    requireSameLength(submission, answers);
    requireText(submission.column(target));
    const aligned = alignById(submission, answers, id);
    const words = new WordCodes();
    const truth = words.encode(aligned.answers.column(target), { add: true });
    const prediction = words.encode(aligned.submission.column(target), { add: false });
    return microF1OfCodes(truth, prediction, words.size);
  };
}

/** Upstream: a column without text cannot be split into words. Only an entirely empty one passes. */
function requireText(column: Column): void {
  if (column.kind === "text") return;
  for (let row = 0; row < column.length; row += 1) {
    if (column.isGap(row)) continue;
    throw new InvalidSubmission(
      `Column "${column.name}" must have labels separated by blanks, but all of its cells are single numbers ` +
        `or true/false; row ${row + 1} holds ${textAt(column, row)}.`,
    );
  }
}

/** As `microF1`, but without a set per row: marks each label with the last row that has it. */
function microF1OfCodes(truth: CellCodes, prediction: CellCodes, labels: number): number {
  const trueMarks = new Uint32Array(labels);
  const predictedMarks = new Uint32Array(labels);
  let hits = 0;
  let occurrences = 0;
  let nextTrue = 0;
  let nextPredicted = 0;
  for (let row = 0; row < truth.ends.length; row += 1) {
    const mark = row + 1;
    for (; nextTrue < truth.ends[row]!; nextTrue += 1) {
      const label = truth.codes[nextTrue]!;
      if (trueMarks[label] === mark) continue;
      trueMarks[label] = mark;
      occurrences += 1;
    }
    for (; nextPredicted < prediction.ends[row]!; nextPredicted += 1) {
      const label = prediction.codes[nextPredicted]!;
      if (label < 0 || predictedMarks[label] === mark) continue;
      predictedMarks[label] = mark;
      occurrences += 1;
      if (trueMarks[label] === mark) hits += 1;
    }
  }
  return occurrences === 0 ? 0 : (2 * hits) / occurrences;
}
