import type { CompetitionSummary, GroupSummary } from "../../results/summarize-group.ts";

/** The results of a run group. */
export function summaryJson({
  group,
  folder,
  agent,
  isolated,
  competitions,
  shares,
  seeds,
  runs,
  settled,
  ungraded,
}: GroupSummary) {
  return {
    group,
    folder,
    agent,
    isolated,
    runs,
    settled,
    ungraded,
    seeds,
    shares: {
      submitted: shares.submitted,
      valid: shares.valid,
      above_median: shares.aboveMedian,
      bronze: shares.bronze,
      silver: shares.silver,
      gold: shares.gold,
      any_medal: shares.anyMedal,
    },
    competitions: competitions.map(competitionSummaryJson),
  };
}

function competitionSummaryJson(summary: CompetitionSummary) {
  const { competitionId, ...others } = summary;
  return { competition_id: competitionId, ...others };
}
