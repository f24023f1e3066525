import type { RunStatus } from "./read-group.ts";

/** Where the runs of a group are. The last five add up to `total`. */
export interface RunCounts {
  readonly total: number;
  /** Ended by themselves or at a limit. */
  readonly done: number;
  /** Ended by an error, the agent's or the infrastructure's. */
  readonly failed: number;
  readonly cancelled: number;
  /** Between their start and their end, with a living host. */
  readonly running: number;
  /** Not begun, or cut off and not continued. */
  readonly waiting: number;
}

export function countRuns(runs: readonly RunStatus[], hostLives: boolean): RunCounts {
  const counts = { total: runs.length, done: 0, failed: 0, cancelled: 0, running: 0, waiting: 0 };
  for (const run of runs) counts[placeOf(run, hostLives)] += 1;
  return counts;
}

/** Whether a living host is busy with a run. */
export function isRunning({ state }: RunStatus, hostLives: boolean): boolean {
  return hostLives && state !== "planned" && state !== "interrupted" && state !== "ended";
}

function placeOf(run: RunStatus, hostLives: boolean): Exclude<keyof RunCounts, "total"> {
  if (run.state !== "ended") return isRunning(run, hostLives) ? "running" : "waiting";
  if (run.end === "cancelled") return "cancelled";
  return run.end === "finished" || run.end === "limit" ? "done" : "failed";
}
