import { gradedCompetitions } from "./restrict-set.ts";
import type { GradedRun } from "./result-set.ts";

/** What model calls cost, in US dollars, over the runs for which that is known. */
export interface CostFigures {
  /** Runs whose cost is known. */
  readonly runs: number;
  /** Null, like the others, when no cost is known. */
  readonly total: number | null;
  readonly perRun: number | null;
  readonly perCompetition: number | null;
  /** Also null without a medal. */
  readonly perMedal: number | null;
}

export function costFigures(runs: readonly GradedRun[]): CostFigures {
  const known = runs.filter(({ cost }) => cost !== "unknown");
  if (known.length === 0) return { runs: 0, total: null, perRun: null, perCompetition: null, perMedal: null };
  const total = known.reduce((sum, { cost }) => sum + (cost as number), 0);
  const medals = known.filter(({ report }) => report.any_medal).length;
  return {
    runs: known.length,
    total,
    perRun: total / known.length,
    perCompetition: total / gradedCompetitions({ runs: known }).size,
    perMedal: medals === 0 ? null : total / medals,
  };
}
