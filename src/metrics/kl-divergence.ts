import { requireSameRows } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";

/** Shape of the matrices and how far predictions are kept from 0 and 1. */
export interface KlDivergenceOptions {
  readonly classes: number;
  /** Predictions are clipped to [epsilon, 1 - epsilon]; 1e-15 unless told, 0 for predictions clipped already. */
  readonly epsilon?: number;
}

/**
 * Kullback-Leibler divergence of the predicted from the true distribution: the mean over rows of the sum over classes
 * of truth times log(truth / prediction). Same as Kaggle's metric of that name; per row the twin is
 * `scipy.stats.entropy(truth, prediction)` without its normalisation.
 *
 * Both sides are row-major matrices. Cells with a truth of 0 count 0, and so do cells that come out NaN, because pandas
 * skips them in the sum over a row. NaN for empty input.
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
