import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { sequentialSum } from "../lib/numeric/summation.ts";
import { trapezoidArea } from "../lib/numeric/trapezoid-area.ts";
import { rocCurve } from "./roc-curve.ts";

export interface WeightedRocAucOptions {
  /** The bounds of the bands of the true positive rate, ascending. Default: 0, 0.4, 1. */
  readonly bounds?: readonly number[];
  /** One weight per band. Default: 2, 1. */
  readonly weights?: readonly number[];
}

/**
 * The area under the ROC curve with different weights for bands of the true positive rate, divided by the area of a
 * perfect ranking. By default same as the metric of the ALASKA2 steganalysis competition; scikit-learn has no twin.
 *
 * The curve is cut at the bounds by linear interpolation, and every band is closed by a line to its upper right corner.
 * A truth of 1 is positive. NaN if there are no negatives, and for empty input. 0 if there are no positives.
 *
 * @example weightedRocAuc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]) // => 0.8214285714285714
 */
export function weightedRocAuc(
  truth: ArrayLike<number>,
  score: ArrayLike<number>,
  options: WeightedRocAucOptions = {},
): number {
  requireSameLength(truth, score);
  if (truth.length === 0) return Number.NaN;
  const { bounds = [0, 0.4, 1], weights = [2, 1] } = options;
  const { falsePositiveRate, truePositiveRate } = rocCurve(truth, score);
  const curve = { x: [...falsePositiveRate], y: [...truePositiveRate] };
  for (const bound of bounds) insertPoint(curve, bound);

  let area = 0;
  weights.forEach((weight, band) => {
    area += bandArea(curve, bounds[band]!, bounds[band + 1]!) * weight;
  });
  return area / sequentialSum(weights.map((weight, band) => (bounds[band + 1]! - bounds[band]!) * weight));
}

interface Curve {
  readonly x: number[];
  readonly y: number[];
}

/** Adds the point where the curve first rises above `y`, unless it already has a point at that height. */
function insertPoint(curve: Curve, y: number): void {
  if (curve.y.includes(y)) return;
  const after = curve.y.findIndex((value) => value > y);
  if (after < 0) return;
  const [x0, x1] = [curve.x[after - 1]!, curve.x[after]!];
  const [y0, y1] = [curve.y[after - 1]!, curve.y[after]!];
  curve.x.splice(after, 0, x0 + ((x1 - x0) * (y - y0)) / (y1 - y0));
  curve.y.splice(after, 0, y);
}

function bandArea(curve: Curve, low: number, high: number): number {
  const inside = Array.from(curve.y.keys()).filter((point) => low <= curve.y[point]! && curve.y[point]! <= high);
  if (inside.length === 0) return 0;
  const x = Float64Array.from([...inside.map((point) => curve.x[point]!), 1]);
  const y = Float64Array.from([...inside.map((point) => curve.y[point]!), high], (value) => value - low);
  return trapezoidArea(x, y);
}
