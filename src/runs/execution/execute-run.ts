import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Agent, AgentNeeds } from "../../contracts/agent.ts";
import type { SandboxProvider } from "../../contracts/sandbox-kind.ts";
import type { CompetitionReport } from "../../grade/report.ts";
import { abortLater } from "../../lib/abort-later.ts";
import { isDiskFull } from "../../lib/disk-full.ts";
import { Journal } from "../../lib/journal/journal.ts";
import { readJournal } from "../../lib/journal/read-journal.ts";
import { patiently } from "../../lib/patiently.ts";
import type { GradingTask } from "../grading/grader.ts";
import type { GroupPlan, PlannedRun } from "../record/group-plan.ts";
import { hasResult, type RunEnd, type RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import { gradeRun } from "./grade-run.ts";
import type { GroupModels } from "./group-models.ts";
import { backOff, type Ended, makeAttempts } from "./make-attempts.ts";
import { sealRun } from "./seal-run.ts";
import { attemptsSoFar, removeWork, setAside } from "./set-aside.ts";
import { type NextStep, whatIsLeft } from "./what-is-left.ts";

/** What the runs of a group share. */
export interface RunTools {
  readonly plan: GroupPlan;
  readonly agent: Agent;
  /** The sandboxes to run it in, see `sandboxFor`. */
  readonly sandboxFor: (needs: AgentNeeds) => Promise<SandboxProvider>;
  /** Rejects when the prepared data of a competition cannot be used. */
  readonly checkData?: (competitionId: string) => Promise<void>;
  /** Rejects when the grader fails, which says nothing about the submission. */
  readonly grade: (task: GradingTask, signal: AbortSignal) => Promise<CompetitionReport>;
  /** Absent when the agent has no models. */
  readonly models?: GroupModels | null;
  /** How many more attempts follow infrastructure errors. */
  readonly retries: number;
}

/** What belongs to one run. */
export interface RunPlace {
  readonly run: PlannedRun;
  readonly folder: string;
  readonly gpus: readonly string[];
  /** Aborted with the reason `stopped` or `budget`. */
  readonly signal: AbortSignal;
  readonly onAttempt?: (attempt: number) => void | Promise<void>;
  /** Called when the agent stopped in an earlier process, which recorded an end without a result. */
  readonly onResume?: () => void | Promise<void>;
}

/** The outcome of a run. */
export interface RunOutcome {
  readonly end: RunEnd;
  /** Hash of the journal's last line. */
  readonly head: string;
  /** How long the agent worked, unless an earlier end has recorded that. */
  readonly actMs: number;
}

/** How long sealing and grading may take after the run was stopped: they rarely take that long. */
const sealingGraceMs = 5000;
const gradingGraceMs = 10_000;

/** What is needed once the agent has stopped. */
type FinishingTools = Pick<RunTools, "plan" | "grade" | "retries">;
type AfterTheWork = Exclude<NextStep, { step: "act" }>;

/**
 * Executes one run: open, act, watch, seal, grade, end. Steps that its journal records are not repeated: a run that was
 * interrupted after the agent stopped is sealed, a sealed one is graded, and one whose agent was still working goes on if the
 * agent can, and otherwise starts over, with the old files moved aside. Rejects only when the journal cannot be written: then the run has no end, and the next
 * host continues it.
 */
export async function executeRun(place: RunPlace, tools: RunTools): Promise<RunOutcome> {
  await patiently(() => mkdir(place.folder, { recursive: true, mode: 0o700 }));
  return await withJournal(place, async (journal, events) => {
    const before = whatIsLeft(events());
    if (before.step !== "act") return await resume(before, place, tools, journal);
    const pause = await makeAttempts(place, tools, journal, whyAgain(events()));
    if (pause !== null) return await end(pause, journal, 0);
    return await complete(afterTheWork(events(), place), place, tools, journal);
  });
}

/** Seals and grades what the agent of a run left. Rejects when there is no such run: this never lets an agent work. */
export async function resumeRun(place: Omit<RunPlace, "gpus">, tools: FinishingTools): Promise<RunOutcome> {
  return await withJournal(place, (journal, events) => resume(afterTheWork(events(), place), place, tools, journal));
}

async function withJournal(
  { folder }: Pick<RunPlace, "folder">,
  work: (journal: Journal<RunEvent>, events: () => RunEvent[]) => Promise<RunOutcome>,
): Promise<RunOutcome> {
  const path = join(folder, runFiles.events);
  const journal = await patiently(() => Journal.open<RunEvent>(path));
  try {
    return await work(journal, () => readJournal<RunEvent>(path));
  } finally {
    journal.close();
  }
}

function afterTheWork(events: readonly RunEvent[], { folder }: Pick<RunPlace, "folder">): AfterTheWork {
  const next = whatIsLeft(events);
  if (next.step === "act") throw new Error(`${join(folder, runFiles.events)} has no event \`stopped\`.`);
  return next;
}

async function resume(
  next: AfterTheWork,
  place: Omit<RunPlace, "gpus">,
  tools: FinishingTools,
  journal: Journal<RunEvent>,
): Promise<RunOutcome> {
  if (next.hasEnded) {
    await place.onResume?.();
    await patiently(() => journal.append({ type: "resumed" }));
  }
  return await complete(next, place, tools, journal);
}

async function complete(
  next: AfterTheWork,
  place: Omit<RunPlace, "gpus">,
  tools: FinishingTools,
  journal: Journal<RunEvent>,
): Promise<RunOutcome> {
  const how = await finishRun(next, place, tools, journal);
  return await end(how, journal, next.hasEnded ? 0 : next.stopped.elapsedMs);
}

async function end(how: Ended, journal: Journal<RunEvent>, actMs: number): Promise<RunOutcome> {
  await patiently(() => journal.append({ type: "ended", ...how }));
  await patiently(() => journal.flush());
  return { end: how.end, head: journal.head, actMs };
}

/** Seals and grades what an agent left. A failure of the harness becomes an end from which the run can go on. */
async function finishRun(
  { step, stopped }: AfterTheWork,
  place: Omit<RunPlace, "gpus">,
  tools: FinishingTools,
  journal: Journal<RunEvent>,
): Promise<Ended> {
  const { folder, run } = place;
  if (step === "seal") {
    const failure = await seal(place, tools, journal, stopped.dropped ?? 0);
    if (failure !== null) return await giveUpSealing(failure, stopped, folder, journal);
  }
  // A run that failed because of the harness, or that was stopped on purpose, has no result.
  if (hasResult(stopped.end) && step !== "end") {
    const { signal, cancel } = abortLater(place.signal, gradingGraceMs);
    try {
      const events = readJournal<RunEvent>(join(folder, runFiles.events));
      const graded = await gradeRun(folder, run.competitionId, events, (task) => tools.grade(task, signal));
      await patiently(() => journal.append(graded));
    } catch (error) {
      return { end: "ungraded", reason: messageOf(error) };
    } finally {
      cancel();
    }
  }
  return { end: stopped.end, reason: stopped.reason };
}

/** Null when the run is sealed; otherwise what the last try failed at. */
async function seal(
  { folder, signal }: Omit<RunPlace, "gpus">,
  { plan: { retain }, retries }: FinishingTools,
  journal: Journal<RunEvent>,
  dropped: number,
): Promise<unknown> {
  // What the agent has done within the group's budget is always sealed.
  const stopped = abortLater(signal, sealingGraceMs, "stopped");
  try {
    for (let failures = 0; ; failures += 1) {
      try {
        const sealed = await sealRun(folder, { retain, signal: stopped.signal });
        await patiently(() => journal.append({ type: "sealed", ...sealed, dropped: sealed.dropped + dropped }));
        await patiently(() => journal.flush());
        return null;
      } catch (error) {
        if (stopped.signal.aborted) return new SealingStopped();
        if (failures >= retries || signal.aborted) return error;
        await backOff(failures, signal);
      }
    }
  } finally {
    stopped.cancel();
  }
}

class SealingStopped extends Error {
  override readonly message = "It was stopped before its files were sealed. Continuing the group seals them.";
}

/** The agent's work is kept for the next process, unless it is what fills the disk or has no result anyway. */
async function giveUpSealing(
  error: unknown,
  stopped: Extract<RunEvent, { type: "stopped" }>,
  folder: string,
  journal: Journal<RunEvent>,
): Promise<Ended> {
  const wasStopped = error instanceof SealingStopped;
  const reason = wasStopped ? error.message : `Sealing failed: ${messageOf(error)}`;
  const counts = hasResult(stopped.end);
  // Removing files takes long where sealing does: after a stop, that is left to the next process too.
  if (!wasStopped && (!counts || isDiskFull(error))) {
    await removeWork(folder);
    const { number } = attemptsSoFar(readJournal<RunEvent>(join(folder, runFiles.events)));
    await patiently(() => setAside(folder, number));
    await patiently(() => journal.append({ type: "interrupted", attempt: number, reason }));
  }
  return counts ? { end: "infrastructure-error", reason } : { end: stopped.end, reason: stopped.reason };
}

/** Why a run starts over. */
function whyAgain(events: readonly RunEvent[]): string {
  const last = events.at(-1);
  if (last?.type === "ended" && hasResult(last.end)) return `Retried on request after ${last.end}: ${last.reason}`;
  return last?.type === "ended" ? `${last.end}: ${last.reason}` : "The process that executed it ended.";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
