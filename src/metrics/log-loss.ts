import { requireSameRows } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";

export interface LogLossOptions {
  /** The number of classes, which is the number of columns. */
  readonly classes: number;
}

/**
 * The mean, over rows, of the negative logarithm of the probability that was predicted for the true class. Same as
 * `sklearn.metrics.log_loss(truth, prediction)` with an indicator matrix as truth.
 *
 * Both sides are row-major matrices; the truth is 1 for the true class and 0 elsewhere. Probabilities are clipped to
 * [2.2e-16, 1 - 2.2e-16] and not normalised, as in scikit-learn 1.5 and later. NaN for empty input or if any
 * probability is NaN.
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

/** `share * log(clipped probability)`: 0 if the share is 0, NaN if the probability is NaN. */
export function scaledLog(share: number, probability: number): number {
  const clipped = Math.min(Math.max(probability, Number.EPSILON), 1 - Number.EPSILON);
  return share === 0 && !Number.isNaN(clipped) ? 0 : share * Math.log(clipped);
}
