import type { Grade } from "../../contracts/competition.ts";
import type { Better } from "../../facts/facts.ts";
import { toLabels } from "../../frame/labels.ts";
import { accuracyByColumn } from "../../grade/accuracy-by-column.ts";
import { alignById } from "../../grade/align.ts";
import { aucByColumn, type IdAndTarget } from "../../grade/auc-by-column.ts";
import { requireColumns, requireSameLength } from "../../grade/checks.ts";
import { errorByColumn } from "../../grade/error-by-column.ts";
import { logLossByClass } from "../../grade/log-loss-by-class.ts";
import { logLossByColumn } from "../../grade/log-loss-by-column.ts";
import { quadraticKappaByColumn } from "../../grade/quadratic-kappa-by-column.ts";
import { requireClasses } from "../../grade/require-classes.ts";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { UsageError } from "../../lib/errors.ts";
import type { Label } from "../../lib/numeric/label.ts";
import { macroF1 } from "../../metrics/macro-f1.ts";
import { matthewsCorrelation } from "../../metrics/matthews-correlation.ts";
import { meanAbsoluteError } from "../../metrics/mean-absolute-error.ts";
import { pearson } from "../../metrics/pearson.ts";
import { rootMeanSquaredError } from "../../metrics/root-mean-squared-error.ts";
import { rootMeanSquaredLogError } from "../../metrics/root-mean-squared-log-error.ts";
import { spearman } from "../../metrics/spearman.ts";

/** What a target must hold: labels of any kind, 0 and 1, whole numbers as classes, numbers, numbers that are not negative. */
export type TargetKind = "labels" | "zero-or-one" | "whole-numbers" | "numbers" | "non-negative-numbers";

/** A metric of one predicted column, or of one column of probabilities per class. */
export interface TableMetric {
  readonly name: string;
  /** Other names that people know it by. */
  readonly aliases: readonly string[];
  readonly title: string;
  readonly better: Better;
  /** The score of a perfect submission. */
  readonly best: number;
  readonly target: TargetKind;
  /** What a submission holds for each row: a value of the target, the probability of 1, or the probability of each class. */
  readonly predicts: "value" | "probability" | "probabilities";
  grade(columns: IdAndTarget, classes: readonly string[]): Grade;
}

const labels = { better: "higher", best: 1, target: "labels", predicts: "value" } as const;
const error = { better: "lower", best: 0, target: "numbers", predicts: "value" } as const;
const correlation = { ...error, better: "higher", best: 1 } as const;

/** The metrics of `mlebench solve`, the usual ones first. */
export const tableMetrics: readonly TableMetric[] = [
  { ...labels, name: "accuracy", aliases: ["acc"], title: "Accuracy", grade: accuracyByColumn },
  {
    ...labels,
    name: "macro-f1",
    aliases: ["f1", "f1-macro"],
    title: "Macro-averaged F1",
    grade: (columns) => labelMetric(columns, macroF1),
  },
  {
    ...labels,
    name: "matthews-correlation",
    aliases: ["mcc"],
    title: "Matthews correlation",
    grade: (columns) => labelMetric(columns, matthewsCorrelation),
  },
  {
    ...labels,
    name: "quadratic-weighted-kappa",
    aliases: ["qwk", "kappa"],
    title: "Quadratic weighted kappa",
    target: "whole-numbers",
    grade: quadraticKappaByColumn,
  },
  {
    ...labels,
    name: "roc-auc",
    aliases: ["auc", "auroc"],
    title: "Area under the ROC curve",
    target: "zero-or-one",
    predicts: "probability",
    grade: aucByColumn,
  },
  {
    ...error,
    name: "log-loss",
    aliases: ["logloss", "binary-log-loss", "cross-entropy"],
    title: "Log loss",
    target: "zero-or-one",
    predicts: "probability",
    grade: logLossByColumn,
  },
  {
    ...error,
    name: "multi-class-log-loss",
    aliases: ["mlogloss", "multiclass-log-loss"],
    title: "Multi-class log loss",
    target: "labels",
    predicts: "probabilities",
    grade: ({ id }, classes) => logLossByClass({ id, classes }),
  },
  ofNumbers(error, "rmse", ["root-mean-squared-error"], "Root mean squared error", rootMeanSquaredError),
  ofNumbers(error, "mae", ["mean-absolute-error"], "Mean absolute error", meanAbsoluteError),
  ofNumbers(
    { ...error, target: "non-negative-numbers" },
    "rmsle",
    ["root-mean-squared-log-error"],
    "Root mean squared log error",
    rootMeanSquaredLogError,
  ),
  ofNumbers(correlation, "pearson", [], "Pearson correlation", pearson),
  ofNumbers(correlation, "spearman", [], "Spearman's rank correlation", spearman),
];

/** Whether the target has classes, whatever they are called. */
export function hasClasses({ target }: Pick<TableMetric, "target">): boolean {
  return target === "labels" || target === "zero-or-one" || target === "whole-numbers";
}

/** A metric by its name, or another name of it. @throws UsageError for an unknown one, with the nearest. */
export function tableMetric(name: string): TableMetric {
  const typed = name.toLowerCase().replaceAll(/[\s_]+/g, "-");
  const found = tableMetrics.find((metric) => metric.name === typed || metric.aliases.includes(typed));
  if (found !== undefined) return found;
  const names = tableMetrics.map((metric) => metric.name);
  const hint = didYouMean(typed, names);
  throw new UsageError(`There is no metric \`${name}\`.${hint} There are ${names.join(", ")}.`);
}

function ofNumbers(
  common: Pick<TableMetric, "better" | "best" | "target" | "predicts">,
  name: string,
  aliases: readonly string[],
  title: string,
  metric: Parameters<typeof errorByColumn>[1],
): TableMetric {
  return { ...common, name, aliases, title, grade: (columns) => errorByColumn(columns, metric) };
}

/** A metric of labels of any kind, with rows aligned by id. */
function labelMetric({ id, target }: IdAndTarget, metric: (truth: Label[], prediction: Label[]) => number): Grade {
  return (submission, answers) => {
    requireColumns(submission, id, target);
    requireSameLength(submission, answers);
    requireClasses(answers.column(target), submission.column(target));
    const aligned = alignById(submission, answers, id);
    const labelsOf = (frame: typeof answers) => toLabels(frame.column(target)) as Label[];
    return metric(labelsOf(aligned.answers), labelsOf(aligned.submission));
  };
}
