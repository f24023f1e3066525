import { ranks } from "../../lib/numeric/ranks.ts";
import { competitionFigures } from "../competition-figures.ts";
import type { ResultSet } from "../result-set.ts";
import { correlationTest } from "../statistics/correlation-test.ts";
import { type CompetitionFamiliarity, type FamiliarityCorrelation, textKinds } from "./familiarity.ts";

/** With fewer, any order is likely by chance. */
const fewest = 5;

/** For each result set and kind of text: is the agent's mean percentile higher where the model knows the text better? */
export function correlateFamiliarity(
  competitions: readonly CompetitionFamiliarity[],
  sets: readonly ResultSet[],
): FamiliarityCorrelation[] {
  return sets.flatMap((set) => {
    const percentiles = new Map(competitionFigures(set.runs).map((each) => [each.competitionId, each.percentile]));
    return textKinds.flatMap((kind) => {
      const pairs = competitions.flatMap(({ competitionId, texts }) => {
        const known = texts.find((text) => text.kind === kind)?.meanProbability;
        const percentile = percentiles.get(competitionId) ?? null;
        return known === undefined || percentile === null ? [] : [[known, percentile] as const];
      });
      if (pairs.length === 0) return [];
      return [{ results: set.label, kind, competitions: pairs.length, ...correlationOf(pairs) }];
    });
  });
}

function correlationOf(
  pairs: readonly (readonly [number, number])[],
): Pick<FamiliarityCorrelation, "correlation" | "pValue"> {
  const ranked = (side: 0 | 1): number[] => [...ranks(Float64Array.from(pairs, (pair) => pair[side]))];
  const test = pairs.length < fewest ? null : correlationTest(ranked(0), ranked(1));
  return { correlation: test?.correlation ?? null, pValue: test?.pValue ?? null };
}
