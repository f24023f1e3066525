import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";
import { cosineAndSine } from "../lib/numeric/trigonometry.ts";

/** Directions in space, in radians. */
export interface Directions {
  readonly azimuth: ArrayLike<number>;
  readonly zenith: ArrayLike<number>;
}

/**
 * The mean angle, in radians, between true and predicted directions: the arc cosine of the scalar product of their unit
 * vectors. Same as the metric of the IceCube neutrinos competition; scikit-learn has no twin.
 *
 * The scalar product is clipped to [-1, 1]. Equal directions can give about 1e-8 instead of 0, because the arc cosine
 * is steep there. NaN for empty input or if any angle is NaN.
 *
 * @example angularError({ azimuth: [0], zenith: [0] }, { azimuth: [0], zenith: [1] }) // => 1
 */
export function angularError(truth: Directions, prediction: Directions): number {
  requireSameLength(truth.azimuth, truth.zenith);
  requireSameLength(prediction.azimuth, prediction.zenith);
  requireSameLength(truth.azimuth, prediction.azimuth);
  const angles = new Float64Array(truth.azimuth.length);
  for (let i = 0; i < angles.length; i++) {
    let product = scalarProduct(truth, prediction, i, quickCosineAndSine);
    // Near 1 the arc cosine magnifies an error in the last bit ten thousand times, so the last bit must be right.
    if (Math.abs(product) > 1 - 1e-6) product = scalarProduct(truth, prediction, i, cosineAndSine);
    angles[i] = Math.abs(Math.acos(Math.min(Math.max(product, -1), 1)));
  }
  return mean(angles);
}

function quickCosineAndSine(angle: number): [cosine: number, sine: number] {
  return [Math.cos(angle), Math.sin(angle)];
}

function scalarProduct(truth: Directions, prediction: Directions, i: number, parts: typeof cosineAndSine): number {
  const [cosAzimuth, sinAzimuth] = parts(truth.azimuth[i]!);
  const [cosZenith, sinZenith] = parts(truth.zenith[i]!);
  const [cosPredictedAzimuth, sinPredictedAzimuth] = parts(prediction.azimuth[i]!);
  const [cosPredictedZenith, sinPredictedZenith] = parts(prediction.zenith[i]!);
  const horizontal = cosAzimuth * cosPredictedAzimuth + sinAzimuth * sinPredictedAzimuth;
  return sinZenith * sinPredictedZenith * horizontal + cosZenith * cosPredictedZenith;
}
