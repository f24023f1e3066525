import type { GradedRun, RunTimes } from "./result-set.ts";

/** A version of a submission that was better than those before it. */
export interface Improvement {
  readonly elapsedMs: number;
  readonly score: number;
}

/** How long a run's agent worked and what it had when, from its folder or from a log; null when that is not known. */
export function timesOf({ record, told }: GradedRun): (RunTimes & { readonly workedMs: number }) | null {
  const times = record ?? told?.times ?? null;
  return times === null || times.workedMs === null ? null : { ...times, workedMs: times.workedMs };
}

/** The best score that a run had at any time, in hindsight: agents do not see these scores. */
export function improvementsOf({ report }: GradedRun, { candidates }: RunTimes): Improvement[] {
  const sign = report.is_lower_better ? -1 : 1;
  let best = Number.NEGATIVE_INFINITY;
  return candidates.flatMap(({ elapsedMs, score }) => {
    if (score === null || sign * score <= best) return [];
    best = sign * score;
    return [{ elapsedMs, score }];
  });
}
