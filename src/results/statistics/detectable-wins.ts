import { mostInconclusive } from "./detectable-difference.ts";
import { power, twoSided } from "./normal.ts";

interface Design {
  readonly competitions: number;
  /** The variance of the difference between two equal agents in one competition, over its seeds. */
  readonly variance: number;
}

/**
 * The fewest competitions in which one agent must earn a medal with every seed, and the other with none, for a two-sided paired
 * test at 5 % to find it in 80 of 100 cases, if they are equal in all others. Null when even all of them are too few.
 */
export function detectableWins({ competitions, variance }: Design): number | null {
  const noise = competitions * variance;
  for (let wins = mostInconclusive + 1; wins <= competitions; wins += 1) {
    if (wins >= twoSided * Math.sqrt(wins + noise) + power * Math.sqrt(noise)) return wins;
  }
  return null;
}
