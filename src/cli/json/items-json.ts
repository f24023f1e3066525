import type { Discrimination, Item, ItemAnalysis } from "../../results/analyse-items.ts";
import type { Comparability } from "../../results/comparability.ts";

/** How well each competition separates good agents from bad ones. */
export function itemsJson({ labels, tests, setsNeeded, items }: ItemAnalysis, { obstacles, unknown }: Comparability) {
  return {
    sets: labels,
    differences: obstacles.map(({ problem }) => problem),
    not_compared: unknown,
    tests,
    sets_needed: setsNeeded,
    items: items.map(itemJson),
  };
}

function itemJson({
  competitionId,
  sets,
  runs,
  rest,
  medalPercent,
  percentile,
  byMedals,
  byPercentile,
  verdict,
}: Item) {
  return {
    competition_id: competitionId,
    sets,
    runs,
    rest,
    medal_percent: medalPercent,
    percentile,
    by_medals: byMedals === null ? null : discriminationJson(byMedals),
    by_percentile: byPercentile === null ? null : discriminationJson(byPercentile),
    verdict,
  };
}

function discriminationJson({ correlation, pValue, adjusted, exact }: Discrimination) {
  return { correlation, p_value: pValue, adjusted_p_value: adjusted, exact };
}
