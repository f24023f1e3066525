import type { PooledSummary } from "../../results/pool-groups.ts";
import type { CompetitionSummary, GroupSummary } from "../../results/summarize-group.ts";

/** The results of a run group. */
export function summaryJson({ group, folder, ...results }: GroupSummary) {
  return { group, folder, ...resultsJson(results) };
}

/** The results of several run groups together. */
export function pooledJson({ groups, differences, ...results }: PooledSummary) {
  return { groups, differences, ...resultsJson(results) };
}

function resultsJson(results: Omit<GroupSummary, "group" | "folder">) {
  const { agent, isolated, runs, settled, ungraded, retried, seeds, shares, competitions } = results;
  return {
    agent,
    isolated,
    runs,
    settled,
    ungraded,
    retried,
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
