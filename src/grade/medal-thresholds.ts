import type { Better, Thresholds } from "../facts/facts.ts";
import { BenchError } from "../lib/errors.ts";

/** The 1-based rows of a leaderboard that are the last to earn each medal. */
interface MedalPositions {
  readonly gold: number;
  readonly silver: number;
  readonly bronze: number;
}

/**
 * The rows that decide the medals for a number of teams, by Kaggle's progression rules as upstream applies them.
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
 * The medal and median thresholds of a whole leaderboard, given its scores in file order. Does not sort the rows. The
 * median skips NaN, as `pandas.Series.median` does. Throws if there are no teams.
 */
export function medalThresholds(scores: Float64Array): Thresholds {
  if (scores.length === 0)
    throw new BenchError("empty-leaderboard", "The leaderboard has no teams, expected at least one.");
  const { gold, silver, bronze } = medalPositions(scores.length);
  return { gold: scores[gold - 1]!, silver: scores[silver - 1]!, bronze: scores[bronze - 1]!, median: median(scores) };
}

/**
 * The direction of a leaderboard: lower is better if its first score is lower than its last.
 *
 * Upstream: if these are equal or missing, higher is better.
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
