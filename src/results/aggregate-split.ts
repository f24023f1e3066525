import type { CompetitionReport } from "../grade/report.ts";
import { type ArrangedSeeds, arrangeSeeds, type Seed, type SeedOptions } from "./arrange-seeds.ts";
import type { BenchmarkSplit } from "./benchmark-splits.ts";
import type { GradedRun } from "./result-set.ts";
import { type SplitStanding, splitStanding } from "./split-standing.ts";
import { bootstrapInterval } from "./statistics/bootstrap.ts";
import type { Interval } from "./statistics/interval.ts";
import { type MeanAndError, meanAndError } from "./statistics/mean-and-error.ts";
import { wilsonInterval } from "./statistics/wilson.ts";

/** Whether a report counts towards a figure, by the figure's name. */
const figures = {
  anyMedal: ({ gold_medal, silver_medal, bronze_medal }) => gold_medal || silver_medal || bronze_medal,
  gold: ({ gold_medal }) => gold_medal,
  silver: ({ silver_medal }) => silver_medal,
  bronze: ({ bronze_medal }) => bronze_medal,
  aboveMedian: ({ above_median }) => above_median,
  valid: ({ valid_submission }) => valid_submission,
  submitted: ({ submission_exists }) => submission_exists,
} satisfies Record<string, (report: CompetitionReport) => boolean>;

export type Figure = keyof typeof figures;

/** The figures of one split. */
export interface SplitResult extends Omit<ArrangedSeeds, "seeds"> {
  readonly split: BenchmarkSplit;
  readonly seeds: number;
  /** Percentages of a seed's competitions: mean and standard error over the seeds, as upstream calculates them. */
  readonly percent: { readonly [name in Figure]: MeanAndError };
  /** For the percentage of competitions with a medal; null without a seed. */
  readonly interval: Interval | null;
  readonly standing: SplitStanding;
}

/** Aggregates the runs of a split as upstream's `aggregate_grading_reports.py` does, to the last bit. */
export function aggregateSplit(runs: readonly GradedRun[], split: BenchmarkSplit, options: SeedOptions): SplitResult {
  const { seeds, ...arranged } = arrangeSeeds(runs, split.competitionIds, options);
  const names = Object.keys(figures) as Figure[];
  const percent = Object.fromEntries(names.map((name) => [name, percentOf(seeds, name)]));
  return {
    split,
    seeds: seeds.length,
    ...arranged,
    percent: percent as SplitResult["percent"],
    interval: seeds.length === 0 ? null : inPercent(medalInterval(seeds)),
    standing: splitStanding(seeds),
  };
}

function percentOf(seeds: readonly Seed[], name: Figure): MeanAndError {
  // Upstream: divides first. In the other order the last bit may differ.
  return meanAndError(seeds.map((seed) => (seed.filter((run) => counts(run, name)).length / seed.length) * 100));
}

function counts(run: GradedRun | null, name: Figure): boolean {
  return run !== null && figures[name](run.report);
}

/**
 * How the share of medals would vary with other competitions. A single seed is a plain proportion; and where all competitions
 * agree, a bootstrap would claim certainty.
 */
function medalInterval(seeds: readonly Seed[]): Interval {
  const shares = seeds[0]!.map(
    (_, place) => seeds.filter((seed) => counts(seed[place]!, "anyMedal")).length / seeds.length,
  );
  const medals = shares.reduce((sum, share) => sum + share, 0);
  const isPlain = seeds.length === 1 || shares.every((share) => share === shares[0]);
  return isPlain ? wilsonInterval(medals, shares.length) : bootstrapInterval(shares);
}

function inPercent({ low, high, method }: Interval): Interval {
  return { low: 100 * low, high: 100 * high, method };
}
