import { listKnownIds, loadFacts } from "../facts/facts.ts";
import { rankScore } from "../grade/rank-score.ts";
import { type Standing, standingFromFacts } from "../grade/standing.ts";
import type { GradedRun } from "./result-set.ts";

const standings = new Map<string, Standing | null>();

/**
 * Where a run stands on its leaderboard, 0 to 100. A run without a score beats no team: 0. Upstream's reports do not say, so it is
 * calculated for them; null for competitions that are not known here.
 */
export function percentileOf({ competitionId, report }: GradedRun): number | null {
  if (report.extra.percentile !== null) return report.extra.percentile;
  if (report.score === null) return 0;
  const standing = standingOf(competitionId);
  return standing === null ? null : rankScore(report.score, standing).percentile;
}

function standingOf(competitionId: string): Standing | null {
  const known = standings.get(competitionId);
  if (known !== undefined) return known;
  const standing = listKnownIds().includes(competitionId) ? standingFromFacts(loadFacts(competitionId)) : null;
  standings.set(competitionId, standing);
  return standing;
}
