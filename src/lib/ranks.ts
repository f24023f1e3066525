import { argsort } from "./argsort.ts";

/** Which rank a run of equal values gets: the mean of its positions or the last of them. */
export type TieRank = "average" | "max";

/**
 * Ranks from 1 in ascending order: `scipy.stats.rankdata(values, method)`. With a NaN among the values every rank is
 * NaN, as with scipy's default policy.
 */
export function ranks(values: Float64Array, ties: TieRank = "average"): Float64Array {
  const ranked = new Float64Array(values.length);
  if (values.some(Number.isNaN)) return ranked.fill(Number.NaN);
  const order = argsort(values);
  let start = 0;
  while (start < order.length) {
    const value = values[order[start]!]!;
    let end = start + 1;
    while (end < order.length && values[order[end]!] === value) end++;
    const rank = ties === "max" ? end : (start + 1 + end) / 2;
    for (let i = start; i < end; i++) ranked[order[i]!] = rank;
    start = end;
  }
  return ranked;
}
