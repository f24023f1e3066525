import type { Grade } from "../contracts/competition.ts";
import type { Label } from "../lib/numeric/label.ts";
import { quadraticWeightedKappa } from "../metrics/quadratic-weighted-kappa.ts";
import type { IdAndTarget } from "./auc-by-column.ts";
import { classMetricByColumn } from "./class-metric-by-column.ts";

/**
 * The quadratic weighted kappa of whole-number classes in one column, with rows aligned by id. scikit-learn twin:
 * `cohen_kappa_score(weights="quadratic")`. NaN if all true and predicted classes are the same.
 */
export function quadraticKappaByColumn(columns: IdAndTarget): Grade {
  return classMetricByColumn(columns, (truth, prediction) => {
    const rows = countedRows(truth, prediction);
    if (rows === null) return quadraticWeightedKappa(truth, prediction);
    return quadraticWeightedKappa(
      rows.map((row) => truth[row]!),
      rows.map((row) => prediction[row]!),
    );
  });
}

/**
 * The rows that count; null for all. Upstream: if a label is 2^63 or more and a class is never predicted, numpy lists the
 * classes as doubles. Rows with a prediction that no double represents are then left out.
 */
function countedRows(truth: ArrayLike<Label>, prediction: ArrayLike<Label>): number[] | null {
  if (prediction instanceof Float64Array) return null;
  const predicted = Array.from(prediction);
  if (!predicted.some((label) => typeof label === "bigint" && label >= 2n ** 63n)) return null;
  const classes = new Set(predicted);
  if (Array.from(truth).every((label) => classes.has(label))) return null;
  const isDouble = (label: Label) => typeof label !== "bigint" || BigInt(Number(label)) === label;
  return [...predicted.keys()].filter((row) => isDouble(predicted[row]!));
}
