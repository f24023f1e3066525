import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";
import { scaledLog } from "./log-loss.ts";

/**
 * The mean negative logarithm of the probability that was predicted for the true class. Same as
 * `sklearn.metrics.log_loss(truth, prediction)` with a vector of probabilities of class 1.
 *
 * Truth is 0 or 1. The probability and its complement are each clipped to [2.2e-16, 1 - 2.2e-16]. NaN for empty input
 * or if any probability is NaN.
 *
 * @example binaryLogLoss([1, 0], [0.5, 0.75]) // => 1.0397207708399179
 */
export function binaryLogLoss(truth: ArrayLike<number>, prediction: ArrayLike<number>): number {
  requireSameLength(truth, prediction);
  const losses = new Float64Array(truth.length);
  for (let i = 0; i < losses.length; i++) {
    losses[i] = -(scaledLog(1 - truth[i]!, 1 - prediction[i]!) + scaledLog(truth[i]!, prediction[i]!));
  }
  return mean(losses);
}
