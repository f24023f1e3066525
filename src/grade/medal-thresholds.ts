import type { Better, Thresholds } from "../facts/facts.ts";
import { BenchError } from "../lib/errors.ts";

/** 1-based rows of a leaderboard whose scores are the last to earn each medal. */
export interface MedalPositions {
  readonly gold: number;
  readonly silver: number;
  readonly bronze: number;
}

/**
 * Rows that decide the medals among so many teams, by Kaggle's progression rules as upstream applies them.
 *
 * @example medalPositions(3000) // => { gold: 16, silver: 150, bronze: 300 }
 */
export function medalPositions(teams: number): MedalPositions {
  const share = (part: number) => Math.max(1, Math.trunc(teams * part));
  const tenAndMore = 10 + Math.trunc(teams * 0.002);
  if (teams < 100) return { gold: share(0.1), silver: share(0.2), bronze: share(0.4) };
  if (teams < 250) return { gold: 10, silver: share(0.2), bronze: share(0.4) };
  if (teams < 1000) return { gold: tenAndMore, silver: 50, bronze: 100 };
  return { gold: tenAndMore, silver: share(0.05), bronze: share(0.1) };
}

/**
 * Medal and median thresholds of a whole leaderboard, its scores in file order.
 * The rows are taken as they come, never sorted; the median skips NaN as `pandas.Series.median` does.
 * Throws when there is no team at all.
 */
export function medalThresholds(scores: Float64Array): Thresholds {
  if (scores.length === 0) throw new BenchError("empty-leaderboard", "The leaderboard has no teams; it needs one.");
  const { gold, silver, bronze } = medalPositions(scores.length);
  return { gold: scores[gold - 1]!, silver: scores[silver - 1]!, bronze: scores[bronze - 1]!, median: median(scores) };
}

/**
 * The direction a leaderboard is sorted in: lower is better when its first score is lower than its last.
 *
 * Upstream: equal or missing scores at the ends count as higher is better.
 */
export function leaderboardDirection(scores: Float64Array): Better {
  return scores[0]! < scores[scores.length - 1]! ? "lower" : "higher";
}

function median(scores: Float64Array): number {
  const sorted = scores.filter((score) => !Number.isNaN(score)).sort();
  if (sorted.length === 0) return Number.NaN;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
