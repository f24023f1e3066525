import type { Seed } from "./arrange-seeds.ts";
import { type RunStanding, standingOf } from "./run-standing.ts";
import { type Centre, centreOf } from "./statistics/centre.ts";
import { meanAndError } from "./statistics/mean-and-error.ts";

/** Where an agent stands on the leaderboards of a split. Each competition counts once, with the mean of its seeds. */
export type SplitStanding = { readonly [name in keyof RunStanding]: Centre };

const worst: RunStanding = { percentile: 0, humanRank: 0, normalisedScore: 0 };

/** Missing runs, which count as failed, have 0 in every figure. */
export function splitStanding(seeds: readonly Seed[]): SplitStanding {
  const columns = (seeds[0] ?? []).map((_, place) =>
    seeds.map((seed) => (seed[place] == null ? worst : standingOf(seed[place]))),
  );
  const centre = (name: keyof RunStanding) => centreOf(columns.flatMap((runs) => meanOf(runs, name) ?? []));
  return {
    percentile: centre("percentile"),
    humanRank: centre("humanRank"),
    normalisedScore: centre("normalisedScore"),
  };
}

/** The mean of a figure over runs of one competition; null unless it is known for all of them. */
export function meanOf(runs: readonly RunStanding[], name: keyof RunStanding): number | null {
  const known = runs.flatMap((run) => run[name] ?? []);
  return known.length < runs.length ? null : meanAndError(known).mean;
}
