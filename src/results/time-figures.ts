import { normalisedScore } from "./normalised-score.ts";
import type { GradedRun, RunOrigin } from "./result-set.ts";
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

type TimedRun = GradedRun & { readonly record: RunOrigin & { readonly workedMs: number } };

export function timeFigures(runs: readonly GradedRun[]): TimeFigures {
  const timed = runs.filter((run): run is TimedRun => (run.record?.workedMs ?? null) !== null);
  const workedMs = timed.reduce((sum, { record }) => sum + record.workedMs, 0);
  const medals = timed.filter(({ report }) => report.any_medal).length;
  return {
    runs: timed.length,
    workedMs,
    gpuMs: timed.reduce((sum, { record }) => sum + record.gpus * record.workedMs, 0),
    medalsPerHour: workedMs === 0 ? null : medals / (workedMs / 3_600_000),
    firstValidMs: centreOf(timed.flatMap(({ record }) => firstValid(record) ?? [])),
    reachedAt10: centreOf(timed.flatMap((run) => reachedAt(run, 0.1) ?? [])),
    reachedAt50: centreOf(timed.flatMap((run) => reachedAt(run, 0.5) ?? [])),
  };
}

function firstValid({ candidates }: RunOrigin): number | null {
  return candidates.find(({ valid }) => valid === true)?.elapsedMs ?? null;
}

function reachedAt({ competitionId, report, record }: TimedRun, part: number): number | null {
  const final = report.score === null ? null : normalisedScore(report.score, competitionId);
  if (!final || record.candidates.length === 0) return null;
  const early = record.candidates.filter(({ elapsedMs }) => elapsedMs <= part * record.workedMs);
  const scores = early.map(({ score }) => (score === null ? 0 : (normalisedScore(score, competitionId) ?? 0)));
  return Math.min(1, Math.max(0, ...scores) / final);
}
