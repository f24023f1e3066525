import { hasNaN } from "./has-nan.ts";

/**
 * `numpy.quantile(values, q)` with linear interpolation. Like numpy it interpolates from the nearer neighbour, so that
 * the result is never outside their interval. NaN if empty or if any value is NaN.
 */
export function quantile(values: Float64Array, q: number): number {
  if (values.length === 0 || hasNaN(values)) return Number.NaN;
  const sorted = values.toSorted();
  const position = q * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  const weight = position - below;
  const step = high - low;
  return weight >= 0.5 ? high - step * (1 - weight) : low + step * weight;
}
