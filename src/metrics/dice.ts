import type { RunMask } from "../lib/geometry/run-mask.ts";
import { type DiceOptions, pooledDice } from "./pooled-dice.ts";

/**
 * Dice coefficient of two masks: twice the shared pixels over the sum of both areas. Between 0 and 1; two empty masks
 * score `bothEmpty`, NaN unless told.
 *
 * @example dice(maskFromPixels([1, 1, 0]), maskFromPixels([1, 0, 0])) // => 0.6666666666666666
 */
export function dice(truth: RunMask, prediction: RunMask, options: DiceOptions = {}): number {
  return pooledDice([truth], [prediction], options);
}
