import { asFloats } from "../frame/as-floats.ts";
import type { Column } from "../frame/column.ts";
import { mean } from "../lib/numeric/summation.ts";
import { rocAuc } from "../metrics/roc-auc.ts";

/**
 * The unweighted mean of the areas under the ROC curves of paired columns. scikit-learn twin:
 * `roc_auc_score(average="macro")`. NaN if any truth column has only one class.
 */
export function meanAuc(truth: readonly Column[], score: readonly Column[]): number {
  return mean(Float64Array.from(truth, (column, position) => rocAuc(asFloats(column), asFloats(score[position]!))));
}
