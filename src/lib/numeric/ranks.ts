import { argsort } from "./argsort.ts";
import { hasNaN } from "./has-nan.ts";

/**
 * Ranks from 1 in ascending order; equal values share the mean of their ranks: `scipy.stats.rankdata(values)`. If any
 * value is NaN, every rank is NaN, which is scipy's default.
 */
export function ranks(values: Float64Array): Float64Array {
  const ranked = new Float64Array(values.length);
  if (hasNaN(values)) return ranked.fill(Number.NaN);
  const order = argsort(values);
  let start = 0;
  while (start < order.length) {
    const value = values[order[start]!]!;
    let end = start + 1;
    while (end < order.length && values[order[end]!] === value) end++;
    for (let i = start; i < end; i++) ranked[order[i]!] = (start + 1 + end) / 2;
    start = end;
  }
  return ranked;
}
