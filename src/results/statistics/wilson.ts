import type { Interval } from "./interval.ts";
import { twoSided } from "./normal.ts";

/** Wilson's 95 % interval for a proportion: sound for few trials and for proportions near 0 and 1. */
export function wilsonInterval(successes: number, trials: number): Interval {
  const share = successes / trials;
  const square = twoSided ** 2 / trials;
  const center = (share + square / 2) / (1 + square);
  const half = Math.sqrt(square * (share * (1 - share) + square / 4)) / (1 + square);
  return {
    low: successes === 0 ? 0 : center - half,
    high: successes === trials ? 1 : center + half,
    method: "wilson",
  };
}
