import type { Grade } from "../contracts/competition.ts";
import { alignById } from "./align.ts";
import type { IdAndTarget } from "./auc-by-column.ts";
import { requireColumns, requireSameLength } from "./checks.ts";
import { countMatches } from "./count-matches.ts";
import { requireClasses } from "./require-classes.ts";

/**
 * The share of rows with the right label in one column, with rows aligned by id. scikit-learn twin: `accuracy_score`.
 *
 * The submission needs both columns, the answers' ids and a label in every row. Other columns are ignored. 1, 1.0 and true
 * are the same label; `requireClasses` says what is refused.
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
