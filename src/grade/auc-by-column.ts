import type { Grade } from "../contracts/competition.ts";
import { asFloats } from "../frame/as-floats.ts";
import { rocAuc } from "../metrics/roc-auc.ts";
import { alignById } from "./align.ts";
import { requireColumns, requireSameLength } from "./checks.ts";
import { requireProbabilities } from "./require-probabilities.ts";

/** The columns with a row's id and its value, in the submission and the answers. */
export interface IdAndTarget {
  readonly id: string;
  readonly target: string;
}

/**
 * The area under the ROC curve of one column of probabilities, with rows aligned by id. scikit-learn twin:
 * `roc_auc_score`.
 *
 * The submission needs both columns, the answers' ids and a number from 0 to 1 in every row. Other columns are ignored. NaN
 * if the answers have only one class.
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
