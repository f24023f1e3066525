import { join } from "node:path";
import type { Medal } from "../../grade/rank-score.ts";
import { type GroupPlan, type PlannedRun, readPlan } from "../record/group-plan.ts";
import type { RunEnd } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import { GroupJournal, type JournaledRun } from "./group-journal.ts";
import { readLastOutput } from "./last-output.ts";
import { type IndexedRun, indexGroup, isStartedAgain } from "./read-group-index.ts";
import { type HostState, readHost } from "./read-host.ts";
import { noProgress, type RunProgress, readRunEnd } from "./run-progress.ts";

/**
 * `planned`: not started. `opening`: started, waiting for its sandbox. `running`: the agent works, or has just stopped.
 * `interrupted`: an attempt was interrupted and no other has started since. `sealed`: waiting to be graded. `graded`: about
 * to end. `ended`: see `end`.
 */
export type RunState = "planned" | "opening" | "running" | "interrupted" | "sealed" | "graded" | "ended";

/** The current state of one run, read from its folder. */
export interface RunStatus extends PlannedRun {
  readonly folder: string;
  readonly state: RunState;
  /** From 1; 0 before the first attempt. */
  readonly attempt: number;
  /** How often it started over because the agent had failed it: earlier results are in `attempts/`. */
  readonly retries: number;
  readonly startedAt: string | null;
  /** How long the agent has worked; null before it starts. */
  readonly elapsedMs: number | null;
  /** Time until the limit; null unless the run is running. */
  readonly leftMs: number | null;
  /** Processor time and the largest use of memory, as far as they were measured. */
  readonly cpuMs: number | null;
  readonly peakMemoryBytes: number | null;
  /** The last line that the agent printed; null once the run has ended. */
  readonly lastOutput: string | null;
  /** Whether there is a candidate or a sealed submission. */
  readonly submission: boolean;
  readonly end: RunEnd | null;
  readonly reason: string | null;
  readonly valid: boolean | null;
  readonly score: number | null;
  readonly medal: Medal | null;
}

/** The current state of a run group, read from its folder. */
export interface GroupState {
  readonly folder: string;
  readonly plan: GroupPlan;
  readonly host: HostState;
  /** When the first host started. */
  readonly startedAt: string | null;
  /** How the last host ended; null before the first, while one runs, and after one was killed. */
  readonly hostEnd: GroupJournal["hostEnd"];
  /** When the group's journal was last written to. */
  readonly lastAt: string | null;
  /** In the plan's order. */
  readonly runs: readonly RunStatus[];
}

/**
 * Reads a whole group. The result is the same while its host runs, after the host was killed, and for a copy elsewhere.
 *
 * @throws UsageError when the folder holds no plan that can be read.
 */
export function readGroup(folder: string, now = Date.now()): GroupState {
  const journal = new GroupJournal(folder);
  journal.read();
  const { plan, runs } = indexGroup(folder, readPlan(folder), journal);
  const host = readHost(folder, () => runs.filter(isOpen).map((run) => run.folder));
  return {
    folder,
    plan,
    host,
    startedAt: journal.startedAt,
    hostEnd: journal.hostEnd,
    lastAt: journal.lastAt,
    runs: runs.map((run) => statusOf(run, plan, host.alive, now)),
  };
}

/** Whether a run was started and has not ended. */
export function isOpen({ journaled, end, progress }: IndexedRun): boolean {
  return end === null && (journaled !== null || progress?.stage !== "planned");
}

function statusOf(run: IndexedRun, plan: GroupPlan, hostAlive: boolean, now: number): RunStatus {
  const progress = run.progress ?? readRunEnd(join(run.folder, runFiles.events));
  const status = describeRun(run, progress, run.journaled, plan, hostAlive, now);
  const isOngoing = status.state !== "planned" && status.state !== "ended";
  return isOngoing ? { ...status, lastOutput: readLastOutput(join(run.folder, runFiles.output)) } : status;
}

/** Combines what the two journals say. Reads no files, so `lastOutput` is null. */
export function describeRun(
  run: PlannedRun & { readonly folder: string },
  recorded: RunProgress,
  journaled: JournaledRun | null,
  plan: GroupPlan,
  hostAlive: boolean,
  now: number,
): RunStatus {
  const progress = journaled?.isToBeRetried ? noProgress() : recorded;
  const state = stateOf(progress, journaled, hostAlive);
  const begun = progress.openedAt;
  const worked = state === "running" ? now : progress.lastAt;
  const ended = state === "ended" ? journaled?.end?.actMs : undefined;
  const counted = begun === null || worked === null ? null : Math.max(0, worked - begun);
  const elapsedMs = progress.elapsedMs ?? ended ?? (state === "opening" ? null : counted);
  const startedAt = begun === null ? (journaled?.startedAt ?? null) : new Date(begun).toISOString();
  return {
    id: run.id,
    competitionId: run.competitionId,
    seed: run.seed,
    folder: run.folder,
    state,
    attempt: Math.max(progress.attempt, journaled?.attempt ?? 0),
    retries: journaled?.retries ?? 0,
    startedAt,
    elapsedMs,
    leftMs: state === "running" && elapsedMs !== null ? Math.max(0, plan.limits.wallClockMs - elapsedMs) : null,
    cpuMs: progress.cpuMs,
    peakMemoryBytes: progress.peakMemoryBytes,
    lastOutput: null,
    submission: progress.submission,
    end: state === "ended" ? (progress.end ?? journaled?.end?.end ?? null) : null,
    reason: progress.reason,
    valid: progress.valid,
    score: progress.score,
    medal: progress.medal,
  };
}

function stateOf(progress: RunProgress, journaled: JournaledRun | null, hostAlive: boolean): RunState {
  // Holds even when the run's own journal was lost or truncated.
  if (journaled?.end) return "ended";
  const isStarted = hostAlive && journaled !== null && !journaled.isToBeRetried;
  switch (progress.stage) {
    case "planned":
      return isStarted ? "opening" : "planned";
    case "open":
      return hostAlive ? "running" : "interrupted";
    case "interrupted":
      return isStarted && isStartedAgain(progress, journaled) ? "opening" : "interrupted";
    case "ended":
      // Another attempt after an infrastructure error.
      if (!isStartedAgain(progress, journaled)) return "ended";
      return isStarted ? "opening" : "interrupted";
    default:
      return progress.stage;
  }
}
