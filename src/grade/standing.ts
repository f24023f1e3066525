import type { Better, CompetitionFacts, Thresholds } from "../facts/facts.ts";
import { leaderboardDirection, medalThresholds } from "./medal-thresholds.ts";

/** What a score is ranked against. */
export interface Standing {
  readonly better: Better;
  readonly thresholds: Thresholds;
  /** How many teams have a score. */
  readonly teams: number;
  /**
   * Scores from best to worst at evenly spaced ranks, the first and the last team included: all of them, or a sample
   * in which score `i` of `m` belongs to the 0-based rank `i * (teams - 1) / (m - 1)`, rounded half to even.
   */
  readonly scores: ArrayLike<number>;
}

/** The standing that the facts of a competition hold: thresholds and 201 scores of its real leaderboard. */
export function standingFromFacts(facts: CompetitionFacts): Standing {
  const { teams, quantiles } = facts.leaderboard;
  return { better: facts.better, thresholds: facts.thresholds, teams, scores: quantiles };
}

/**
 * The standing of a whole leaderboard, its scores in file order. Thresholds and direction come from the rows as they
 * are, like upstream's; ranks come from the sorted scores, so that an unsorted leaderboard cannot confuse them.
 */
export function standingFromLeaderboard(scores: Float64Array): Standing {
  const thresholds = medalThresholds(scores);
  const better = leaderboardDirection(scores);
  const sorted = scores.filter((score) => !Number.isNaN(score)).sort();
  if (better === "higher") sorted.reverse();
  return { better, thresholds, teams: sorted.length, scores: sorted };
}
