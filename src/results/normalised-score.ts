import { knownFacts } from "./known-standing.ts";

/**
 * A score on a scale that all metrics share: 0 at what nine tenths of the teams reach, 1 at gold, in proportion between them and
 * never outside. The last tenth is left out because single teams there have absurd scores. Null for competitions that are
 * not known here.
 */
export function normalisedScore(score: number, competitionId: string): number | null {
  const facts = knownFacts(competitionId);
  const { quantiles = [] } = facts?.leaderboard ?? {};
  if (facts === null || quantiles.length === 0) return null;
  const { gold } = facts.thresholds;
  const low = quantiles[Math.round(0.9 * (quantiles.length - 1))]!;
  const reachesGold = facts.better === "lower" ? score <= gold : score >= gold;
  // Where nearly all teams have the best score, there is nothing between.
  if (reachesGold || gold === low) return reachesGold ? 1 : 0;
  return Math.min(1, Math.max(0, (score - low) / (gold - low)));
}
