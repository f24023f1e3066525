import { maskArea, maskIntersection, type RunMask } from "../lib/geometry/run-mask.ts";

export interface DiceOptions {
  /** The score if all masks are empty. Default: NaN. */
  readonly bothEmpty?: number;
}

/**
 * The Dice coefficient of many images taken as one: twice the number of shared pixels of all images, divided by the sum
 * of all areas. Same as `sklearn.metrics.f1_score` on all pixels of all images.
 *
 * Images are paired by position. If all masks are empty, the score is `bothEmpty`, by default NaN.
 *
 * @example pooledDice([maskFromPixels([1]), maskFromPixels([0])], [maskFromPixels([1]), maskFromPixels([1])]) // => 0.6666666666666666
 */
export function pooledDice(
  truth: readonly RunMask[],
  prediction: readonly RunMask[],
  options: DiceOptions = {},
): number {
  if (truth.length !== prediction.length) {
    throw new RangeError(`${truth.length} true masks but ${prediction.length} predicted masks`);
  }
  let shared = 0;
  let areas = 0;
  for (let image = 0; image < truth.length; image++) {
    shared += maskIntersection(truth[image]!, prediction[image]!);
    areas += maskArea(truth[image]!) + maskArea(prediction[image]!);
  }
  return areas === 0 ? (options.bothEmpty ?? Number.NaN) : (2 * shared) / areas;
}
