import type { Better, Thresholds } from "../facts/facts.ts";
import { placeAmongTeams } from "./place-among-teams.ts";
import type { Standing } from "./standing.ts";

/** A medal. A score earns only the best one it reaches. */
export type Medal = "gold" | "silver" | "bronze";

/** How a score ranks on a leaderboard. */
export interface Ranking {
  readonly medal: Medal | null;
  /** Strictly better than the median. */
  readonly aboveMedian: boolean;
  /**
   * How much the score must improve to reach each threshold. Medals are reached at zero or below, the median is passed
   * only below zero. Null without a score.
   */
  readonly distance: Thresholds | null;
  /** From 0 (worse than all teams) to 100 (better than all): the percentage of teams beaten plus half of those tied. */
  readonly percentile: number | null;
  /** The share of teams, from 0 to 1, with a strictly worse score. */
  readonly shareBeaten: number | null;
}

/**
 * Ranks a score, rounded as the competition rounds it, against a leaderboard. Medals are exactly upstream's. Null (no valid
 * submission) and NaN earn nothing and have no rank. Infinite scores are compared like any other.
 */
export function rankScore(score: number | null, standing: Standing): Ranking {
  if (score === null || Number.isNaN(score)) {
    return { medal: null, aboveMedian: false, distance: null, percentile: null, shareBeaten: null };
  }
  const { thresholds, teams } = standing;
  const sign = standing.better === "lower" ? 1 : -1;
  const reaches = (threshold: number) => sign * score <= sign * threshold;

  const medal = (["gold", "silver", "bronze"] as const).find((name) => reaches(thresholds[name])) ?? null;
  const place = teams > 0 ? placeAmongTeams(score, standing) : null;
  return {
    medal,
    aboveMedian: sign * score < sign * thresholds.median,
    distance: distancesTo(thresholds, score, standing.better),
    percentile: place && (100 * (place.worse + place.tied / 2)) / teams,
    shareBeaten: place && place.worse / teams,
  };
}

/** How much a score must improve to reach each threshold; see `Ranking.distance`. */
export function distancesTo({ gold, silver, bronze, median }: Thresholds, score: number, better: Better): Thresholds {
  const sign = better === "lower" ? 1 : -1;
  // Twelve digits keep all digits of leaderboards and drop the rounding errors of the subtraction.
  const distanceTo = (threshold: number) => Number((sign * (score - threshold)).toPrecision(12));
  return { gold: distanceTo(gold), silver: distanceTo(silver), bronze: distanceTo(bronze), median: distanceTo(median) };
}
