import type { Grade } from "../contracts/competition.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { macroF1 } from "../metrics/macro-f1.ts";
import { alignById } from "./align.ts";
import type { IdAndTarget } from "./auc-by-column.ts";
import { requireColumns, requireSameLength } from "./checks.ts";
import { pythonInts } from "./python-ints.ts";

/**
 * The macro F1 of whole-number labels in one column, with rows aligned by id. scikit-learn twin:
 * `f1_score(average="macro")`.
 *
 * The submission needs both columns, the answers' ids, and in every row something that Python's `int()` accepts: 3, 3.7
 * (which is 3), true (1) or, in a column of text, " 3 ". Other columns are ignored.
 */
export function macroF1ByColumn({ id, target }: IdAndTarget): Grade {
  return (submission, answers) => {
    requireSameLength(submission, answers);
    requireColumns(submission, id, target);
    // Before sorting, so that messages have the row numbers of the file.
    pythonInts(submission.column(target));
    const aligned = alignById(submission, answers, id);
    const prediction = pythonInts(aligned.submission.column(target));
    if (areUnsigned(prediction)) {
      // Upstream: labels that all need the 64th bit become unsigned integers and are just wrong; a single one is refused.
      return 0;
    }
    requireSigned(prediction, target);
    return macroF1(pythonInts(aligned.answers.column(target)), prediction);
  };
}

const signedEnd = 2n ** 63n;

function areUnsigned(labels: ArrayLike<number | bigint>): boolean {
  if (typeof labels[0] !== "bigint") return false;
  return Array.from(labels).every((label) => label >= signedEnd && label < 2n * signedEnd);
}

function requireSigned(labels: ArrayLike<number | bigint>, target: string): void {
  if (labels instanceof Float64Array) return;
  for (let row = 0; row < labels.length; row += 1) {
    const label = labels[row]!;
    if (typeof label !== "bigint" || (label >= -signedEnd && label < signedEnd)) continue;
    throw new InvalidSubmission(`Column "${target}" holds ${label}; labels must fit in 64 bits.`);
  }
}
