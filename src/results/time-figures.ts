import { timesOf } from "./best-so-far.ts";
import { normalisedScore } from "./normalised-score.ts";
import type { GradedRun, RunTimes } from "./result-set.ts";
import { type Centre, centreOf } from "./statistics/centre.ts";

/** How fast agents got to their results, over the runs whose times are known. */
export interface TimeFigures {
  /** Runs whose times are known. */
  readonly runs: number;
  /** How long agents worked together; and that times their graphics cards. */
  readonly workedMs: number;
  readonly gpuMs: number;
  /** Null when no time is known. */
  readonly medalsPerHour: number | null;
  /** From the start of a run to its first valid candidate, over the runs that have one. */
  readonly firstValidMs: Centre;
  /**
   * The share, from 0 to 1, of the final normalised score that the best candidate had reached after a tenth and after half of
   * the time that the agent took. Over the runs with a final normalised score above 0.
   */
  readonly reachedAt10: Centre;
  readonly reachedAt50: Centre;
}

interface TimedRun {
  readonly run: GradedRun;
  readonly times: RunTimes & { readonly workedMs: number };
}

export function timeFigures(runs: readonly GradedRun[]): TimeFigures {
  const timed = runs.flatMap((run): TimedRun[] => {
    const times = timesOf(run);
    return times === null ? [] : [{ run, times }];
  });
  const workedMs = timed.reduce((sum, { times }) => sum + times.workedMs, 0);
  const medals = timed.filter(({ run }) => run.report.any_medal).length;
  return {
    runs: timed.length,
    workedMs,
    gpuMs: timed.reduce((sum, { times }) => sum + times.gpus * times.workedMs, 0),
    medalsPerHour: workedMs === 0 ? null : medals / (workedMs / 3_600_000),
    firstValidMs: centreOf(timed.flatMap(({ times }) => firstValid(times) ?? [])),
    reachedAt10: centreOf(timed.flatMap((run) => reachedAt(run, 0.1) ?? [])),
    reachedAt50: centreOf(timed.flatMap((run) => reachedAt(run, 0.5) ?? [])),
  };
}

function firstValid({ candidates }: RunTimes): number | null {
  return candidates.find(({ valid }) => valid === true)?.elapsedMs ?? null;
}

function reachedAt({ run: { competitionId, report }, times }: TimedRun, part: number): number | null {
  const final = report.score === null ? null : normalisedScore(report.score, competitionId);
  if (!final || times.candidates.length === 0) return null;
  const early = times.candidates.filter(({ elapsedMs }) => elapsedMs <= part * times.workedMs);
  const scores = early.map(({ score }) => (score === null ? 0 : (normalisedScore(score, competitionId) ?? 0)));
  return Math.min(1, Math.max(0, ...scores) / final);
}
