import { pairwiseSum } from "./summation.ts";

/** The area under the polyline through (x, y), x ascending: `sklearn.metrics.auc` and `scipy.integrate.trapezoid`. */
export function trapezoidArea(x: Float64Array, y: Float64Array): number {
  const areas = new Float64Array(Math.max(x.length - 1, 0));
  for (let i = 0; i < areas.length; i++) areas[i] = ((x[i + 1]! - x[i]!) * (y[i + 1]! + y[i]!)) / 2;
  return pairwiseSum(areas);
}
