import { argsort } from "../lib/numeric/argsort.ts";
import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { take } from "../lib/numeric/take.ts";
import { toFloat64 } from "../lib/numeric/to-float64.ts";

/** The corners of a ROC curve from (0, 0) to (1, 1), each with its threshold. */
export interface RocCurve {
  readonly falsePositiveRate: Float64Array;
  readonly truePositiveRate: Float64Array;
  readonly thresholds: Float64Array;
}

export interface RocCurveOptions {
  /** The truth value that counts as positive. Default: 1. */
  readonly positive?: number;
}

/**
 * The false and true positive rates at every distinct score, in descending order. Same as `sklearn.metrics.roc_curve`
 * with its defaults: the first point is (0, 0) with an infinite threshold, and points in the middle of a straight line
 * are left out.
 *
 * Scores must not be NaN. Without negatives, all false positive rates are NaN; without positives, all true positive
 * rates are. The curve is empty for empty input.
 *
 * @example rocCurve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).truePositiveRate // => [0, 0.5, 0.5, 1, 1]
 */
export function rocCurve(truth: ArrayLike<number>, score: ArrayLike<number>, options: RocCurveOptions = {}): RocCurve {
  requireSameLength(truth, score);
  const scores = toFloat64(score);
  const order = argsort(scores, { reverse: true });
  const sorted = take(scores, order);
  const corners = findCorners(sorted, positivesInOrder(truth, order, options.positive ?? 1));

  const points = corners.rows.length === 0 ? 0 : corners.rows.length + 1;
  const falsePositives = new Float64Array(points);
  const truePositives = new Float64Array(points);
  const thresholds = new Float64Array(points).fill(Infinity, 0, 1);
  for (let corner = 0; corner + 1 < points; corner++) {
    const rows = corners.rows[corner]!;
    truePositives[corner + 1] = corners.positives[corner]!;
    falsePositives[corner + 1] = rows - corners.positives[corner]!;
    thresholds[corner + 1] = sorted[rows - 1]!;
  }
  return { falsePositiveRate: toRates(falsePositives), truePositiveRate: toRates(truePositives), thresholds };
}

function positivesInOrder(truth: ArrayLike<number>, order: Uint32Array, positive: number): Uint8Array {
  // The rows are read in random order: a byte per row fits in the processor's cache, a double does not.
  const isPositive = new Uint8Array(order.length);
  for (let i = 0; i < isPositive.length; i++) isPositive[i] = truth[i] === positive ? 1 : 0;
  const ordered = new Uint8Array(order.length);
  for (let i = 0; i < ordered.length; i++) ordered[i] = isPositive[order[i]!]!;
  return ordered;
}

/** For each corner, the number of rows, and of positives among them, with at least the corner's score. */
interface Corners {
  readonly rows: Uint32Array;
  readonly positives: Uint32Array;
}

/** Finds a point for each distinct score, and drops those whose steps before and after are the same. */
function findCorners(sorted: Float64Array, isPositive: Uint8Array): Corners {
  const rows = new Uint32Array(sorted.length);
  const positives = new Uint32Array(sorted.length);
  let corners = 0;
  let seen = 0;
  let total = 0;
  let [lastRows, lastPositives, rowStep, positiveStep] = [0, 0, 0, 0];
  for (let i = 0; i < sorted.length; i++) {
    total += isPositive[i]!;
    if (i + 1 < sorted.length && sorted[i + 1] === sorted[i]) continue;
    const isStraight = i + 1 - lastRows === rowStep && total - lastPositives === positiveStep;
    // The first point is always kept, because scikit-learn adds the point at (0, 0) only afterwards.
    if (seen >= 2 && isStraight) corners--;
    rowStep = i + 1 - lastRows;
    positiveStep = total - lastPositives;
    lastRows = i + 1;
    lastPositives = total;
    rows[corners] = lastRows;
    positives[corners] = total;
    corners++;
    seen++;
  }
  return { rows: rows.subarray(0, corners), positives: positives.subarray(0, corners) };
}

/** Divides by the last count, in place. */
function toRates(counts: Float64Array): Float64Array {
  const total = counts[counts.length - 1]!;
  if (!(total > 0)) return counts.fill(Number.NaN);
  for (let i = 0; i < counts.length; i++) counts[i]! /= total;
  return counts;
}
