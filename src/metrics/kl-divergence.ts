import { requireSameRows } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";

export interface KlDivergenceOptions {
  /** The number of classes, which is the number of columns. */
  readonly classes: number;
  /** Predictions are clipped to [epsilon, 1 - epsilon]. Default: 1e-15. Use 0 if they have already been clipped. */
  readonly epsilon?: number;
}

/**
 * The Kullback-Leibler divergence of the predicted from the true distribution: the mean, over rows, of the sum of truth
 * x log(truth / prediction) over classes. Same as Kaggle's metric of that name; for one row, same as
 * `scipy.stats.entropy(truth, prediction)` without normalisation.
 *
 * Both sides are row-major matrices. Cells with a truth of 0 count as 0, and so do cells whose term is NaN, because
 * pandas skips NaN when it sums a row. NaN for empty input.
 *
 * @example klDivergence([0.5, 0.5, 1, 0], [0.25, 0.75, 1, 0], { classes: 2 }) // => 0.07192051811294577
 */
export function klDivergence(
  truth: ArrayLike<number>,
  prediction: ArrayLike<number>,
  options: KlDivergenceOptions,
): number {
  const { classes, epsilon = 1e-15 } = options;
  const rows = requireSameRows(truth, prediction, classes);
  const divergences = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let divergence = 0;
    for (let cell = row * classes; cell < (row + 1) * classes; cell++) {
      const share = truth[cell]!;
      if (share === 0) continue;
      const clipped = Math.min(Math.max(prediction[cell]!, epsilon), 1 - epsilon);
      const term = share * Math.log(share / clipped);
      if (!Number.isNaN(term)) divergence += term;
    }
    divergences[row] = divergence;
  }
  return mean(divergences);
}
