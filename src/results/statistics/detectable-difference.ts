import { power, twoSided } from "./normal.ts";

/**
 * With this many differing competitions or fewer, no difference counts as significant: five cannot reach p < 0.05 whatever
 * happens, and six only if all of them point the same way.
 */
export const mostInconclusive = 6;

interface Design {
  readonly competitions: number;
  /** The variance of the difference between two agents in one competition, over its seeds. */
  readonly variance: number;
  /** The smallest difference that one competition can show: one over the number of seeds for shares of medals. */
  readonly step: number;
}

/**
 * The smallest difference of two means over the same competitions that a two-sided test at 5 % finds in 80 of 100 cases. It
 * is never less than what the fewest conclusive competitions amount to; null when there are not that many.
 */
export function detectableDifference({ competitions, variance, step }: Design): number | null {
  if (competitions <= mostInconclusive) return null;
  const byVariance = (twoSided + power) * Math.sqrt(variance / competitions);
  return Math.max(byVariance, ((mostInconclusive + 1) * step) / competitions);
}
