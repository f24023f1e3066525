import type { Grade } from "../contracts.ts";
import { textAt } from "../frame/as-text.ts";
import type { Column } from "../frame/column.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { splitWhitespace } from "../lib/python-text.ts";
import { microF1 } from "../metrics/micro-f1.ts";
import { alignById } from "./align.ts";
import type { IdAndTarget } from "./auc-by-column.ts";
import { requireColumns, requireSameLength } from "./checks.ts";

/**
 * Micro F1 of sets of labels, written as words separated by blanks in one column, rows aligned by id (scikit-learn's
 * `f1_score(average="micro")` after a `MultiLabelBinarizer`). An empty cell is an empty set.
 *
 * Upstream: the binarizer only knows the labels of the answers, so any other predicted label costs nothing.
 */
export function microF1ByWords({ id, target }: IdAndTarget): Grade {
  return (submission, answers) => {
    requireColumns(submission, id, target);
    requireSameLength(submission, answers);
    requireText(submission.column(target));
    const aligned = alignById(submission, answers, id);
    return microF1(words(aligned.answers.column(target)), words(aligned.submission.column(target)));
  };
}

/** Upstream: a column without any text has no words to split; only one that is empty throughout passes. */
function requireText(column: Column): void {
  if (column.kind === "text") return;
  for (let row = 0; row < column.length; row += 1) {
    if (column.isGap(row)) continue;
    throw new InvalidSubmission(
      `Column "${column.name}" must hold labels separated by blanks, but all of its cells read as single numbers ` +
        `or true/false; row ${row + 1} holds ${textAt(column, row)}.`,
    );
  }
}

function words(column: Column): string[][] {
  return Array.from({ length: column.length }, (_, row) =>
    column.kind === "text" ? splitWhitespace(column.at(row) ?? "") : [],
  );
}
