import { requireSameRows } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";

export interface WeightedMultiLabelLogLossOptions {
  /** For each column, the weight of a cell whose truth is 1. */
  readonly presentWeights: ArrayLike<number>;
  /** For each column, the weight of a cell whose truth is 0. */
  readonly absentWeights: ArrayLike<number>;
}

/**
 * The mean, over rows, of the weighted mean, over columns, of the binary log loss. The weight of a cell depends on its
 * column and on its truth. Same as the metric of the RSNA 2022 cervical spine competition; scikit-learn has no twin.
 *
 * Both sides are row-major matrices with as many columns as there are weights; truth is 0 or 1. Probabilities are
 * clipped to [1e-15, 1 - 1e-15]. NaN for empty input or if any probability is NaN.
 *
 * @example weightedMultiLabelLogLoss([1, 0], [0.5, 0.5], { presentWeights: [14, 2], absentWeights: [7, 1] }) // => 0.6931471805599453
 */
export function weightedMultiLabelLogLoss(
  truth: ArrayLike<number>,
  prediction: ArrayLike<number>,
  options: WeightedMultiLabelLogLossOptions,
): number {
  const { presentWeights, absentWeights } = options;
  const columns = presentWeights.length;
  const rows = requireSameRows(truth, prediction, columns);
  const losses = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let loss = 0;
    let totalWeight = 0;
    // Left to right, because the reference's matrices are column-major and numpy adds up whole columns.
    for (let column = 0; column < columns; column++) {
      const present = truth[row * columns + column]!;
      const weight = present * presentWeights[column]! + (1 - present) * absentWeights[column]!;
      loss += cellLoss(present, prediction[row * columns + column]!) * weight;
      totalWeight += weight;
    }
    losses[row] = loss / totalWeight;
  }
  return mean(losses);
}

const CLIP = 1e-15;

function cellLoss(present: number, probability: number): number {
  const clipped = Math.min(Math.max(probability, CLIP), 1 - CLIP);
  return -(present * Math.log(clipped) + (1 - present) * Math.log(1 - clipped));
}
