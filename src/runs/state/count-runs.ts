import type { RunStatus } from "./read-group.ts";
import { submissionOutcome } from "./submission-outcome.ts";

/** How many runs of a group are in which state. `done` to `waiting` add up to `total`. */
export interface RunCounts {
  readonly total: number;
  /** The agent finished, or reached a limit. */
  readonly done: number;
  /** Ended by an error of the agent or of the infrastructure. */
  readonly failed: number;
  readonly cancelled: number;
  /** The agent is done, but the grader failed. */
  readonly ungraded: number;
  /** Started and not ended, while the host is alive. */
  readonly running: number;
  /** Not started yet, or interrupted and not continued. */
  readonly waiting: number;
  /** Of the runs that have a result: those without a submission, and those whose submission is invalid. */
  readonly noSubmission: number;
  readonly invalid: number;
}

export function countRuns(runs: readonly RunStatus[], hostAlive: boolean): RunCounts {
  const counts = { total: runs.length, done: 0, failed: 0, cancelled: 0, ungraded: 0, running: 0, waiting: 0 };
  for (const run of runs) counts[categoryOf(run, hostAlive)] += 1;
  const outcomes = runs.map(submissionOutcome);
  const count = (outcome: "none" | "invalid") => outcomes.filter((each) => each === outcome).length;
  return { ...counts, noSubmission: count("none"), invalid: count("invalid") };
}

/** Whether a host is working on a run. */
export function isRunning({ state }: RunStatus, hostAlive: boolean): boolean {
  return hostAlive && state !== "planned" && state !== "interrupted" && state !== "ended";
}

function categoryOf(
  run: RunStatus,
  hostAlive: boolean,
): Exclude<keyof RunCounts, "total" | "noSubmission" | "invalid"> {
  if (run.state !== "ended") return isRunning(run, hostAlive) ? "running" : "waiting";
  if (run.end === "cancelled" || run.end === "ungraded") return run.end;
  return run.end === "finished" || run.end === "limit" ? "done" : "failed";
}
