import { argsort } from "../lib/argsort.ts";
import { requireSameLength } from "../lib/require-same-length.ts";
import { toFloat64 } from "../lib/to-float64.ts";

/** Corners of a ROC curve, one per kept threshold, from (0, 0) to (1, 1). */
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
 * @example [...rocCurve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).truePositiveRate] // => [0, 0.5, 0.5, 1, 1]
 */
export function rocCurve(truth: ArrayLike<number>, score: ArrayLike<number>, options: RocCurveOptions = {}): RocCurve {
  requireSameLength(truth, score);
  const counts = countAtThresholds(truth, toFloat64(score), options.positive ?? 1);
  const corners = keepCorners(counts);
  return {
    falsePositiveRate: toRates(corners.falsePositives),
    truePositiveRate: toRates(corners.truePositives),
    thresholds: corners.thresholds,
  };
}

interface Counts {
  readonly falsePositives: Float64Array;
  readonly truePositives: Float64Array;
  readonly thresholds: Float64Array;
}

/** Positives and negatives scored at or above each distinct score, after a first point with none of either. */
function countAtThresholds(truth: ArrayLike<number>, score: Float64Array, positive: number): Counts {
  const order = argsort(score, { reverse: true });
  const size = truth.length === 0 ? 0 : truth.length + 1;
  const falsePositives = new Float64Array(size);
  const truePositives = new Float64Array(size);
  const thresholds = new Float64Array(size).fill(Infinity);
  let positives = 0;
  let points = Math.min(size, 1);
  for (let i = 0; i < order.length; i++) {
    const threshold = score[order[i]!]!;
    if (truth[order[i]!] === positive) positives++;
    if (i + 1 < order.length && score[order[i + 1]!] === threshold) continue;
    truePositives[points] = positives;
    falsePositives[points] = i + 1 - positives;
    thresholds[points] = threshold;
    points++;
  }
  return take({ falsePositives, truePositives, thresholds }, points);
}

/** Drops, in place, points whose steps before and after are the same: they lie on a line and carry no area. */
function keepCorners(counts: Counts): Counts {
  const { falsePositives, truePositives, thresholds } = counts;
  const last = thresholds.length - 1;
  let kept = Math.min(thresholds.length, 2);
  for (let i = 2; i <= last; i++) {
    // Point i - 1 may have been overwritten only by itself or later ones' places, never by a later value.
    if (i < last && isStraight(falsePositives, i) && isStraight(truePositives, i)) continue;
    falsePositives[kept] = falsePositives[i]!;
    truePositives[kept] = truePositives[i]!;
    thresholds[kept] = thresholds[i]!;
    kept++;
  }
  return take(counts, kept);
}
