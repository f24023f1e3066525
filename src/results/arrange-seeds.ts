import { byCompetition, type GradedRun } from "./result-set.ts";

/** One run for each competition of a split, in the split's order; null for a run that is missing and counts as failed. */
export type Seed = readonly (GradedRun | null)[];

export interface ArrangedSeeds {
  readonly seeds: readonly Seed[];
  /** Runs that are missing from these seeds and count as failed. */
  readonly padded: number;
  /** Graded runs that belong to no complete seed and are left out. */
  readonly leftOut: number;
  /** Whether a seed has runs of different sources or seeds, because one of these lacks some. */
  readonly mixed: boolean;
  /** Competitions without any run. */
  readonly absent: readonly string[];
}

export interface SeedOptions {
  /** Count missing runs as failed. */
  readonly padMissing: boolean;
  /** Seeds that were to be run, some of which may not have been started. */
  readonly plannedSeeds?: number;
}

/**
 * Arranges the runs of a split in seeds. Upstream: the i-th run of each competition belongs to seed i, whatever it came from.
 * There are as many seeds as the competition with the fewest runs has or, with `padMissing`, the one with the most, and at least
 * `plannedSeeds`.
 */
export function arrangeSeeds(
  runs: readonly GradedRun[],
  competitionIds: readonly string[],
  { padMissing, plannedSeeds = 0 }: SeedOptions,
): ArrangedSeeds {
  const members = byCompetition(runs);
  const columns = competitionIds.map((id) => members.get(id) ?? []);
  const counts = columns.map(({ length }) => length);
  const count = padMissing ? Math.max(plannedSeeds, ...counts) : counts.length === 0 ? 0 : Math.min(...counts);
  const seeds = Array.from({ length: count }, (_, index) => columns.map((column) => column[index] ?? null));
  const placed = seeds.flat();
  const used = placed.filter((run) => run !== null).length;
  return {
    seeds,
    padded: placed.length - used,
    leftOut: counts.reduce((sum, each) => sum + each, 0) - used,
    mixed: seeds.some(isMixed),
    absent: competitionIds.filter((_, index) => counts[index] === 0),
  };
}

function isMixed(seed: Seed): boolean {
  const origins = new Set(seed.flatMap((run) => (run === null ? [] : [`${run.source} ${run.seed}`])));
  return origins.size > 1;
}
