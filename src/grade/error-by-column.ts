import type { Grade } from "../contracts/competition.ts";
import { asFloats } from "../frame/as-floats.ts";
import { alignById } from "./align.ts";
import type { IdAndTarget } from "./auc-by-column.ts";
import { requireColumns, requireSameLength } from "./checks.ts";
import { finiteFloats } from "./finite-floats.ts";

/** A metric of two columns of numbers, truth first. */
type NumberMetric = (truth: Float64Array, prediction: Float64Array) => number;

/**
 * A metric of numbers in one column, such as the mean absolute error, with rows aligned by id. The submission needs both
 * columns, the answers' ids and a finite number in every row. Other columns are ignored.
 */
export function errorByColumn({ id, target }: IdAndTarget, metric: NumberMetric): Grade {
  return (submission, answers) => {
    requireColumns(submission, id, target);
    requireSameLength(submission, answers);
    finiteFloats(submission.column(target), submission.column(id));
    const aligned = alignById(submission, answers, id);
    return metric(asFloats(aligned.answers.column(target)), asFloats(aligned.submission.column(target)));
  };
}
