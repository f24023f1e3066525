import { requireSameRows } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";

/** How many classes a row has. */
export interface LogLossOptions {
  readonly classes: number;
}

/**
 * Mean over rows of minus the logarithm of the probability given to the true class. Same as
 * `sklearn.metrics.log_loss(truth, prediction)` with an indicator matrix as truth.
 *
 * Both sides are row-major matrices; the truth holds 1 for the true class and 0 elsewhere. Probabilities are clipped to
 * [2.2e-16, 1 - 2.2e-16] and not normalised, as scikit-learn from 1.5 on. NaN for empty input.
 *
 * @example logLoss([1, 0, 0, 1], [0.5, 0.5, 0.75, 0.25], { classes: 2 }) // => 1.0397207708399179
 */
export function logLoss(truth: ArrayLike<number>, prediction: ArrayLike<number>, options: LogLossOptions): number {
  const { classes } = options;
  const rows = requireSameRows(truth, prediction, classes);
  const losses = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let loss = 0;
    for (let cell = row * classes; cell < (row + 1) * classes; cell++) {
      loss -= scaledLog(truth[cell]!, prediction[cell]!);
    }
    losses[row] = loss;
  }
  return mean(losses);
}

/** `share * log(clipped probability)`: 0 for a share of 0, NaN for a NaN probability. */
export function scaledLog(share: number, probability: number): number {
  const clipped = Math.min(Math.max(probability, Number.EPSILON), 1 - Number.EPSILON);
  return share === 0 && !Number.isNaN(clipped) ? 0 : share * Math.log(clipped);
}
