import type { Grade } from "../contracts/competition.ts";
import { asFloats } from "../frame/as-floats.ts";
import { rocAuc } from "../metrics/roc-auc.ts";
import { alignById } from "./align.ts";
import { requireColumns, requireSameLength } from "./checks.ts";
import { requireProbabilities } from "./require-probabilities.ts";

/** Which columns of the submission and the answers hold the row's id and its value. */
export interface IdAndTarget {
  readonly id: string;
  readonly target: string;
}

/**
 * Area under the ROC curve of one column of probabilities, rows aligned by id (scikit-learn's `roc_auc_score`).
 *
 * The submission needs both columns, as many rows as the answers, a number from 0 to 1 in every row, and the answers'
 * ids. Other columns do not matter. NaN when the answers hold one class only.
 */
export function aucByColumn({ id, target }: IdAndTarget): Grade {
  return (submission, answers) => {
    requireColumns(submission, id, target);
    requireSameLength(submission, answers);
    requireProbabilities(submission.column(target));
    const aligned = alignById(submission, answers, id);
    return rocAuc(asFloats(aligned.answers.column(target)), asFloats(aligned.submission.column(target)));
  };
}
