import { maskArea, maskIntersection, type RunMask } from "../lib/geometry/run-mask.ts";

/** What masks score that are all empty; NaN unless told. */
export interface DiceOptions {
  readonly bothEmpty?: number;
}

/**
 * Dice coefficient of many images taken as one: twice the shared pixels of all images over the sum of all areas.
 * Images pair by position; when nothing is set anywhere the score is `bothEmpty`, NaN unless told.
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
