import { correlateRanks } from "../../lib/numeric/correlate-ranks.ts";
import { ranks } from "../../lib/numeric/ranks.ts";
import { QuickRandom } from "../../lib/random/quick-random.ts";
import { competitionFigures } from "../competition-figures.ts";
import type { ResultSet } from "../result-set.ts";
import { type CompetitionFamiliarity, type FamiliarityCorrelation, textKinds } from "./familiarity.ts";

/** With fewer, any order is likely by chance. */
const fewest = 5;
const draws = 10_000;
const randomSeed = 20_250_103;

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
  const known = ranks(Float64Array.from(pairs, ([value]) => value));
  const reached = ranks(Float64Array.from(pairs, ([, value]) => value));
  const correlation = correlateRanks(known, reached);
  if (pairs.length < fewest || Number.isNaN(correlation)) return { correlation: null, pValue: null };
  const random = new QuickRandom(randomSeed);
  let extreme = 1;
  for (let draw = 0; draw < draws; draw += 1) {
    const shuffled = Float64Array.from(random.permutation(known.length), (place) => known[place]!);
    // Sums in another order may differ in their last bits and are still ties.
    if (Math.abs(correlateRanks(shuffled, reached)) >= Math.abs(correlation) - 1e-9) extreme += 1;
  }
  return { correlation, pValue: extreme / (draws + 1) };
}
