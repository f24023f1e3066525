import type { Grade } from "../contracts/competition.ts";
import type { Column } from "../frame/column.ts";
import { toLabels } from "../frame/labels.ts";
import type { Label } from "../lib/numeric/label.ts";
import { alignById } from "./align.ts";
import type { IdAndTarget } from "./auc-by-column.ts";
import { requireColumns, requireNumbers, requireSameLength } from "./checks.ts";
import { requireClasses } from "./require-classes.ts";

/** A metric of two columns of class labels, truth first. */
type ClassMetric = (truth: ArrayLike<Label>, prediction: ArrayLike<Label>) => number;

/**
 * A metric of whole-number classes in one column, with rows aligned by id. The submission needs both columns, each of the
 * answers' ids once, and a whole number (1, 1.0 or true) in every row. Other columns are ignored.
 */
export function classMetricByColumn({ id, target }: IdAndTarget, metric: ClassMetric): Grade {
  return (submission, answers) => {
    requireColumns(submission, target, id);
    requireSameLength(submission, answers);
    requireNumbers(submission.column(target));
    requireClasses(answers.column(target), submission.column(target));
    const aligned = alignById(submission, answers, id);
    return metric(classLabels(aligned.answers.column(target)), classLabels(aligned.submission.column(target)));
  };
}

function classLabels(column: Column): ArrayLike<Label> {
  return column.kind !== "text" && column.wide === null ? column.values : (toLabels(column) as Label[]);
}
