import { argsort } from "../lib/argsort.ts";
import { requireSameLength } from "../lib/require-same-length.ts";
import { take } from "../lib/take.ts";
import { toFloat64 } from "../lib/to-float64.ts";

/** Corners of a ROC curve from (0, 0) to (1, 1), one per kept threshold. */
export interface RocCurve {
  readonly falsePositiveRate: Float64Array;
  readonly truePositiveRate: Float64Array;
  readonly thresholds: Float64Array;
}

/** Which truth value counts as positive; 1 unless told. */
export interface RocCurveOptions {
  readonly positive?: number;
}

/**
 * False and true positive rates at every distinct score, from the highest down. Same as `sklearn.metrics.roc_curve`
 * with its defaults: points in the middle of a straight line are dropped, and (0, 0) at an infinite threshold
 * comes first.
 *
 * Without negatives every false positive rate is NaN, without positives every true positive rate. Scores must not be
 * NaN. Empty input gives an empty curve.
 *
 * @example rocCurve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).truePositiveRate // => [0, 0.5, 0.5, 1, 1]
 */
export function rocCurve(truth: ArrayLike<number>, score: ArrayLike<number>, options: RocCurveOptions = {}): RocCurve {
  requireSameLength(truth, score);
  const all = countAtThresholds(truth, toFloat64(score), options.positive ?? 1);
  const corners = cornersOf(all);
  return {
    falsePositiveRate: toRates(take(all.falsePositives, corners)),
    truePositiveRate: toRates(take(all.truePositives, corners)),
    thresholds: take(all.thresholds, corners),
  };
}

interface Counts {
  readonly points: number;
  readonly falsePositives: Float64Array;
  readonly truePositives: Float64Array;
  readonly thresholds: Float64Array;
}

/** Positives and negatives scored at or above each distinct score, after a first point with none of either. */
function countAtThresholds(truth: ArrayLike<number>, score: Float64Array, positive: number): Counts {
  const size = truth.length === 0 ? 0 : truth.length + 1;
  const falsePositives = new Float64Array(size);
  const truePositives = new Float64Array(size);
  const thresholds = new Float64Array(size).fill(Infinity);
  const order = argsort(score, { reverse: true });
  const sorted = take(score, order);
  // Read in random order below: a byte per row stays in the processor's cache, a double does not.
  const isPositive = new Uint8Array(truth.length);
  for (let i = 0; i < isPositive.length; i++) isPositive[i] = truth[i] === positive ? 1 : 0;
  let positives = 0;
  let points = Math.min(size, 1);
  for (let i = 0; i < order.length; i++) {
    positives += isPositive[order[i]!]!;
    if (i + 1 < order.length && sorted[i + 1] === sorted[i]) continue;
    truePositives[points] = positives;
    falsePositives[points] = i + 1 - positives;
    thresholds[points] = sorted[i]!;
    points++;
  }
  return { points, falsePositives, truePositives, thresholds };
}

/** The points that remain when those whose steps before and after are the same are left out. */
function cornersOf({ points, falsePositives, truePositives }: Counts): Uint32Array {
  const corners = new Uint32Array(points);
  let count = 0;
  for (let point = 0; point < points; point++) {
    // The first real point is kept whatever comes before: the one at (0, 0) is added afterwards in scikit-learn.
    const isInner = point > 1 && point + 1 < points;
    if (isInner && isStraight(falsePositives, point) && isStraight(truePositives, point)) continue;
    corners[count++] = point;
  }
  return corners.subarray(0, count);
}

function isStraight(counts: Float64Array, point: number): boolean {
  return counts[point + 1]! - counts[point]! === counts[point]! - counts[point - 1]!;
}

/** Divides by the last count, in place. */
function toRates(counts: Float64Array): Float64Array {
  const total = counts[counts.length - 1]!;
  if (!(total > 0)) return counts.fill(Number.NaN);
  for (let i = 0; i < counts.length; i++) counts[i]! /= total;
  return counts;
}
