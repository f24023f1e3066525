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
 * is never so small that too few competitions would differ to be conclusive; null when there are not that many.
 */
export function detectableDifference({ competitions, variance, step }: Design): number | null {
  if (competitions <= mostInconclusive) return null;
  const byVariance = (twoSided + power) * Math.sqrt(variance / competitions);
  return Math.max(byVariance, step * conclusiveChance(competitions));
}

/** The chance to differ that each competition needs so that enough of them do in 80 of 100 cases. */
function conclusiveChance(competitions: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (tooFewDiffer(competitions, middle) > 0.2) low = middle;
    else high = middle;
  }
  return high;
}

/** The binomial probability that the number of differing competitions is inconclusive. */
function tooFewDiffer(competitions: number, chance: number): number {
  let term = (1 - chance) ** competitions;
  let sum = term;
  for (let differing = 1; differing <= mostInconclusive; differing += 1) {
    term *= ((competitions - differing + 1) / differing) * (chance / (1 - chance));
    sum += term;
  }
  return sum;
}
