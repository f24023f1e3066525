import { quantile } from "../lib/numeric/quantile.ts";
import { requireSameLength } from "../lib/numeric/require-same-length.ts";

/** Positions on the globe, in degrees. */
export interface GlobePositions {
  readonly latitude: ArrayLike<number>;
  readonly longitude: ArrayLike<number>;
}

/**
 * The mean of the 50th and the 95th percentile of the distances, in metres, along a track. Same as the score of a trip
 * in the Google smartphone decimeter competition; the percentiles are `numpy.quantile`.
 *
 * NaN for empty input or if any coordinate is NaN.
 *
 * @example haversineError({ latitude: [0], longitude: [0] }, { latitude: [0], longitude: [180] }) // => 20015086.79602057
 */
export function haversineError(truth: GlobePositions, prediction: GlobePositions): number {
  const distances = haversineDistances(truth, prediction);
  return (quantile(distances, 0.5) + quantile(distances, 0.95)) / 2;
}

/**
 * The great-circle distances, in metres, between paired positions on a sphere with a radius of 6,371,000 m. Same as
 * `sklearn.metrics.pairwise.haversine_distances` of each pair in radians, times the radius.
 *
 * A pair with a NaN coordinate has the distance NaN. Empty for empty input.
 *
 * @example haversineDistances({ latitude: [90], longitude: [0] }, { latitude: [-90], longitude: [0] }) // => [20015086.79602057]
 */
export function haversineDistances(truth: GlobePositions, prediction: GlobePositions): Float64Array {
  requireSameLength(truth.latitude, truth.longitude);
  requireSameLength(prediction.latitude, prediction.longitude);
  requireSameLength(truth.latitude, prediction.latitude);
  const distances = new Float64Array(truth.latitude.length);
  for (let i = 0; i < distances.length; i++) {
    const latitude = truth.latitude[i]! * RADIANS;
    const predictedLatitude = prediction.latitude[i]! * RADIANS;
    const sineLatitude = Math.sin((latitude - predictedLatitude) / 2);
    const sineLongitude = Math.sin((truth.longitude[i]! * RADIANS - prediction.longitude[i]! * RADIANS) / 2);
    const haversine =
      sineLatitude * sineLatitude + Math.cos(predictedLatitude) * Math.cos(latitude) * (sineLongitude * sineLongitude);
    distances[i] = 2 * EARTH_RADIUS_METERS * Math.asin(Math.sqrt(haversine));
  }
  return distances;
}

const EARTH_RADIUS_METERS = 6_371_000;
const RADIANS = Math.PI / 180;
