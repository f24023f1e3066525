import type { Grade } from "../contracts/competition.ts";
import { asFloats } from "../frame/as-floats.ts";
import { binaryLogLoss } from "../metrics/binary-log-loss.ts";
import { alignById } from "./align.ts";
import type { IdAndTarget } from "./auc-by-column.ts";
import { requireColumns, requireSameLength } from "./checks.ts";
import { requireProbabilities } from "./require-probabilities.ts";

/**
 * The log loss of one column of probabilities of class 1, with rows aligned by id. scikit-learn twin: `log_loss`.
 *
 * The submission needs both columns, each of the answers' ids once, and a number from 0 to 1 in every row. Other columns
 * are ignored.
 */
export function logLossByColumn({ id, target }: IdAndTarget): Grade {
  return (submission, answers) => {
    requireColumns(submission, id, target);
    requireSameLength(submission, answers);
    requireProbabilities(submission.column(target));
    const aligned = alignById(submission, answers, id);
    return binaryLogLoss(asFloats(aligned.answers.column(target)), asFloats(aligned.submission.column(target)));
  };
}
