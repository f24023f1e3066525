import { requireSameLength } from "../lib/require-same-length.ts";
import { mean } from "../lib/summation.ts";

/** Directions in space, in radians. */
export interface Directions {
  readonly azimuth: ArrayLike<number>;
  readonly zenith: ArrayLike<number>;
}

/**
 * Mean angle, in radians, between true and predicted directions: the arc cosine of the scalar product of their unit
 * vectors. Same as the metric of the IceCube neutrinos competition; scikit-learn has no twin.
 *
 * The scalar product is clipped to [-1, 1]. Equal directions can come out near 1e-8 instead of 0, because the arc
 * cosine is steep there. NaN for empty input or a NaN anywhere.
 *
 * @example angularError({ azimuth: [0], zenith: [0] }, { azimuth: [0], zenith: [1] }) // => 1
 */
export function angularError(truth: Directions, prediction: Directions): number {
  requireSameLength(truth.azimuth, truth.zenith);
  requireSameLength(prediction.azimuth, prediction.zenith);
  requireSameLength(truth.azimuth, prediction.azimuth);
  const angles = new Float64Array(truth.azimuth.length);
  for (let i = 0; i < angles.length; i++) {
    const [azimuth, zenith] = [truth.azimuth[i]!, truth.zenith[i]!];
    const [predictedAzimuth, predictedZenith] = [prediction.azimuth[i]!, prediction.zenith[i]!];
    const horizontal = Math.cos(azimuth) * Math.cos(predictedAzimuth) + Math.sin(azimuth) * Math.sin(predictedAzimuth);
    const product =
      Math.sin(zenith) * Math.sin(predictedZenith) * horizontal + Math.cos(zenith) * Math.cos(predictedZenith);
    angles[i] = Math.abs(Math.acos(Math.min(Math.max(product, -1), 1)));
  }
  return mean(angles);
}
