import type { Thresholds } from "../facts/facts.ts";
import { placeAmongTeams } from "./place-among-teams.ts";
import type { Standing } from "./standing.ts";

/** A medal. Whoever reaches gold has no silver and no bronze. */
export type Medal = "gold" | "silver" | "bronze";

/** What a score is worth on a leaderboard. */
export interface Ranking {
  readonly medal: Medal | null;
  /** Strictly better than the median: a score equal to it is not above. */
  readonly aboveMedian: boolean;
  /**
   * By how much the score must improve to reach each threshold; zero or negative once it is reached (gold to bronze
   * are earned at zero, the median is passed only below zero). Null without a score to measure from.
   */
  readonly distance: Thresholds | null;
  /** 0 (worse than all teams) to 100 (better than all): teams strictly worse plus half of those tied, in percent. */
  readonly percentile: number | null;
  /** Share of the teams, 0 to 1, with a strictly worse score. Ties are not beaten. */
  readonly shareBeaten: number | null;
}

/**
 * Ranks a score, already rounded as the competition rounds it, against a leaderboard. Medals are upstream's to the bit.
 * Null (no valid submission) and NaN earn nothing and have no place; infinite scores are compared as they are.
 */
export function rankScore(score: number | null, standing: Standing): Ranking {
  if (score === null || Number.isNaN(score)) {
    return { medal: null, aboveMedian: false, distance: null, percentile: null, shareBeaten: null };
  }
  const { thresholds, teams } = standing;
  const sign = standing.better === "lower" ? 1 : -1;
  const reaches = (threshold: number) => sign * score <= sign * threshold;
  // Twelve digits keep every digit that leaderboards have and drop the dust of the subtraction.
  const distanceTo = (threshold: number) => Number((sign * (score - threshold)).toPrecision(12));

  const medal = (["gold", "silver", "bronze"] as const).find((name) => reaches(thresholds[name])) ?? null;
  const place = teams > 0 ? placeAmongTeams(score, standing) : null;
  return {
    medal,
    aboveMedian: sign * score < sign * thresholds.median,
    distance: {
      gold: distanceTo(thresholds.gold),
      silver: distanceTo(thresholds.silver),
      bronze: distanceTo(thresholds.bronze),
      median: distanceTo(thresholds.median),
    },
    percentile: place && (100 * (place.worse + place.tied / 2)) / teams,
    shareBeaten: place && place.worse / teams,
  };
}
