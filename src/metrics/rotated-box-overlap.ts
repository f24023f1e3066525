import { convexIntersection } from "./convex-intersection.ts";
import type { RotatedBox } from "./rotated-box.ts";

/**
 * The intersection over union of two upright 3D boxes, from 0 to 1: the shared ground area times the shared height,
 * divided by the volume of their union. Same as in the 3D object detection for autonomous vehicles competition, whose
 * ground areas come from shapely; scikit-learn has no twin.
 *
 * NaN if the volumes overflow.
 *
 * @example rotatedBoxOverlap(rotatedBox({ center: [0, 0, 0], size: [2, 4, 2], yaw: 0 }), rotatedBox({ center: [0, 0, 1], size: [2, 4, 2], yaw: 0 })) // => 0.3333333333333333
 */
export function rotatedBoxOverlap(truth: RotatedBox, prediction: RotatedBox): number {
  const height = sharedHeight(truth, prediction);
  const shared = height === 0 ? 0 : height * convexIntersection(prediction.ground, truth.ground);
  return Math.min(1, Math.max(0, shared / (prediction.volume + truth.volume - shared)));
}

/**
 * A fast upper bound for `rotatedBoxOverlap`: boxes share at most what their bounding boxes share, and the smaller box.
 */
export function overlapBound(truth: RotatedBox, prediction: RotatedBox): number {
  const ground = sharedRange(truth.ground, prediction.ground, 0) * sharedRange(truth.ground, prediction.ground, 1);
  const most = Math.min(sharedHeight(truth, prediction) * ground, truth.volume, prediction.volume);
  const shared = most * (1 + 1e-6);
  return shared / (prediction.volume + truth.volume - shared);
}

function sharedHeight(truth: RotatedBox, prediction: RotatedBox): number {
  return Math.max(0, Math.min(prediction.high, truth.high) - Math.max(truth.low, prediction.low));
}

/** The length of the overlap of two quadrilaterals in one coordinate. */
function sharedRange(left: Float64Array, right: Float64Array, axis: 0 | 1): number {
  const low = (box: Float64Array): number => Math.min(box[axis]!, box[axis + 2]!, box[axis + 4]!, box[axis + 6]!);
  const high = (box: Float64Array): number => Math.max(box[axis]!, box[axis + 2]!, box[axis + 4]!, box[axis + 6]!);
  return Math.max(0, Math.min(high(left), high(right)) - Math.max(low(left), low(right)));
}
