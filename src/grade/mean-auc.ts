import { asFloats } from "../frame/as-floats.ts";
import type { Column } from "../frame/column.ts";
import { mean } from "../lib/numeric/summation.ts";
import { rocAuc } from "../metrics/roc-auc.ts";

/**
 * The unweighted mean of the areas under the ROC curve, one per pair of columns: scikit-learn's `roc_auc_score` with
 * `average="macro"`. NaN as soon as one truth column holds a single class.
 */
export function meanAuc(truth: readonly Column[], score: readonly Column[]): number {
  return mean(Float64Array.from(truth, (column, position) => rocAuc(asFloats(column), asFloats(score[position]!))));
}
