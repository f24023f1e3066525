import type { RunMask } from "../lib/geometry/run-mask.ts";
import { type DiceOptions, pooledDice } from "./pooled-dice.ts";

/**
 * The Dice coefficient of two masks, from 0 to 1: twice the number of shared pixels divided by the sum of both areas.
 * Same as `sklearn.metrics.f1_score` on the flattened images.
 *
 * Two empty masks score `bothEmpty`, by default NaN.
 *
 * @example dice(maskFromPixels([1, 1, 0]), maskFromPixels([1, 0, 0])) // => 0.6666666666666666
 */
export function dice(truth: RunMask, prediction: RunMask, options: DiceOptions = {}): number {
  return pooledDice([truth], [prediction], options);
}
