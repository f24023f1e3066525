import type { Better, CompetitionFacts, Thresholds } from "../facts/facts.ts";
import { loadLeaderboardScores } from "../facts/leaderboard-scores.ts";
import { leaderboardDirection, medalThresholds } from "./medal-thresholds.ts";

/** What a score is ranked against. */
export interface Standing {
  readonly better: Better;
  readonly thresholds: Thresholds;
  /** How many teams have a score. */
  readonly teams: number;
  /**
   * Scores from best to worst: those of all teams, or a sample at evenly spaced ranks, first and last included. Score
   * `i` of `m` is that of the team at 0-based rank `i * (teams - 1) / (m - 1)`, rounded half to even.
   */
  readonly scores: ArrayLike<number>;
}

/** The standing that we ship for a competition: the scores of all its teams, or the sample in its facts. */
export function standingFromFacts(facts: CompetitionFacts): Standing {
  const { teams, quantiles } = facts.leaderboard;
  const { better, thresholds } = facts;
  return { better, thresholds, teams, scores: loadLeaderboardScores(facts.id) ?? quantiles };
}

/**
 * The standing of a whole leaderboard, given its scores in file order. Like upstream, it takes thresholds and direction
 * from the rows as they are; ranks come from the sorted scores.
 */
export function standingFromLeaderboard(scores: Float64Array): Standing {
  const thresholds = medalThresholds(scores);
  const better = leaderboardDirection(scores);
  const sorted = scores.filter((score) => !Number.isNaN(score)).sort();
  if (better === "higher") sorted.reverse();
  return { better, thresholds, teams: sorted.length, scores: sorted };
}
