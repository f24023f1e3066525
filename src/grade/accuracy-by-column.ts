import type { Grade } from "../contracts/competition.ts";
import { alignById } from "./align.ts";
import type { IdAndTarget } from "./auc-by-column.ts";
import { requireColumns, requireSameLength } from "./checks.ts";
import { countMatches } from "./count-matches.ts";
import { requireClasses } from "./require-classes.ts";

/**
 * Share of rows with the right label in one column, rows aligned by id (scikit-learn's `accuracy_score`).
 *
 * The submission needs both columns, as many rows as the answers, a label in every row, and the answers' ids. Other
 * columns do not matter. 1, 1.0 and true are the same label; see `requireClasses` for what is refused.
 */
export function accuracyByColumn({ id, target }: IdAndTarget): Grade {
  return (submission, answers) => {
    requireSameLength(submission, answers);
    requireColumns(submission, target, id);
    requireClasses(answers.column(target), submission.column(target));
    const aligned = alignById(submission, answers, id);
    return countMatches(aligned.answers.column(target), aligned.submission.column(target)) / answers.length;
  };
}
