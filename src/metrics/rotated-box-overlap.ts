import { convexIntersection } from "./convex-intersection.ts";
import type { RotatedBox } from "./rotated-box.ts";

/**
 * Intersection over union of two upright 3D boxes: the shared ground area times the shared height, over the volume of
 * both. Between 0 and 1; NaN when the volumes overflow.
 *
 * @example rotatedBoxOverlap(rotatedBox({ center: [0, 0, 0], size: [2, 4, 2], yaw: 0 }), rotatedBox({ center: [0, 0, 1], size: [2, 4, 2], yaw: 0 })) // => 0.3333333333333333
 */
export function rotatedBoxOverlap(truth: RotatedBox, prediction: RotatedBox): number {
  const height = Math.max(0, Math.min(prediction.high, truth.high) - Math.max(truth.low, prediction.low));
  const shared = height === 0 ? 0 : height * convexIntersection(prediction.ground, truth.ground);
  return Math.min(1, Math.max(0, shared / (prediction.volume + truth.volume - shared)));
}
