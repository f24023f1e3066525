import type { Comparability } from "../../results/comparability.ts";
import type { Comparison } from "../../results/compare-results.ts";
import { type Difference, isSignificant } from "../../results/statistics/test-difference.ts";

export function comparisonJson({ sets, competitions, pairs }: Comparison, { obstacles, unknown }: Comparability) {
  return {
    sets: sets.map(({ label, sources, runs }) => ({ label, sources, runs: runs.length })),
    obstacles: obstacles.map(({ problem }) => problem),
    unknown,
    competitions: competitions.map(({ competitionId, better, figures, winner }) => ({
      competition_id: competitionId,
      better,
      figures,
      winner: winner === null ? null : sets[winner]!.label,
    })),
    pairs: pairs.map(({ set, competitions, closed, medals, percentile }) => ({
      set: sets[set]!.label,
      against: sets[0]!.label,
      competitions,
      closed,
      medals: differenceJson(medals),
      percentile: percentile && differenceJson(percentile),
    })),
  };
}

function differenceJson(difference: Difference) {
  const { mean, interval, differing, pValue, exact, detectable } = difference;
  return { mean, interval, differing, p_value: pValue, exact, significant: isSignificant(difference), detectable };
}
