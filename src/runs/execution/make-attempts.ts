import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Agent } from "../../contracts/agent.ts";
import { isDiskFull } from "../../lib/disk-full.ts";
import { removeLargeTree } from "../../lib/files/remove-tree.ts";
import type { Journal } from "../../lib/journal/journal.ts";
import { readJournal } from "../../lib/journal/read-journal.ts";
import { patiently } from "../../lib/patiently.ts";
import { ProviderFailure } from "../../models/provider-failure.ts";
import type { GroupPlan } from "../record/group-plan.ts";
import type { RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import { readCallTotals } from "../state/call-totals.ts";
import { AttemptFailure } from "./attempt-failure.ts";
import { attemptRun, graceOf } from "./attempt-run.ts";
import type { RunPlace, RunTools } from "./execute-run.ts";
import { type InterruptedWork, interruptedWork } from "./interrupted-work.ts";
import { RunModels } from "./run-models.ts";
import { makeScratch, type ScratchFolder } from "./scratch-folder.ts";
import { attemptsSoFar, removeWork, setAside } from "./set-aside.ts";
import { setUpSandbox } from "./set-up-sandbox.ts";
import { writeRecord } from "./write-record.ts";

type Stopped = Extract<RunEvent, { type: "stopped" }>;
/** How a run ends, without the type of the event. */
export type Ended = Omit<Extract<RunEvent, { type: "ended" }>, "type">;

/** Pauses between attempts at something that failed: half a second, two, eight, ... a minute at most. */
export async function backOff(failures: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(60_000, 500 * 4 ** failures), undefined, { signal }).catch(() => undefined);
}

/**
 * Makes attempts until one does not fail because of the harness, or too many have. Afterwards the last event is `stopped`,
 * unless a later host can go on with the last attempt: then it is returned how the run ends for now.
 * `why` is the reason why an earlier attempt ended.
 */
export async function makeAttempts(
  place: RunPlace,
  tools: RunTools,
  journal: Journal<RunEvent>,
  why: string,
): Promise<Ended | null> {
  const { folder, signal } = place;
  const earlier = attemptsSoFar(readJournal<RunEvent>(join(folder, runFiles.events)));
  let before = workToContinue(folder, tools.agent);
  const interrupt = async (attempt: number, reason: string): Promise<void> => {
    await patiently(() => setAside(folder, attempt));
    await patiently(() => journal.append({ type: "interrupted", attempt, reason }));
  };
  let { number } = earlier;
  if (earlier.isAside) await removeLargeTree(join(folder, runFiles.workspace));
  else if (before === null) await interrupt(number, why);
  for (let failures = 0; ; failures += 1) {
    if (before === null) number += 1;
    await place.onAttempt?.(number);
    const failure = await attempt(number, place, tools, journal, before);
    if (failure === null) return null;
    before = failure.isToContinue ? workToContinue(folder, tools.agent) : null;
    const isLast = failures >= tools.retries || signal.aborted;
    const { stopped } = failure;
    if (isLast) {
      // An agent that is killed in every attempt caused it, or needs more than the machine has.
      const end = signal.aborted ? "cancelled" : stopped.exitCode === null ? "infrastructure-error" : "agent-error";
      if (before !== null) return { end, reason: stopped.reason };
      await patiently(() => journal.append({ type: "stopped", ...stopped, end }));
      return null;
    }
    if (before === null) await interrupt(number, stopped.reason);
    await backOff(failures, signal);
  }
}

/** What the agent can go on with; null when it starts from scratch. */
function workToContinue(folder: string, { continues }: Agent): InterruptedWork | null {
  const canContinue = continues && existsSync(join(folder, runFiles.workspace));
  return canContinue ? interruptedWork(readJournal<RunEvent>(join(folder, runFiles.events))) : null;
}

/** An attempt without a result. */
interface Failed {
  readonly stopped: Omit<Stopped, "type" | "end">;
  /** Whether the agent's work is as good as before: its model did not answer, or it was stopped on request. */
  readonly isToContinue: boolean;
}

/** Null when nothing of the attempt is left to be done but to seal it. */
async function attempt(
  number: number,
  { run, folder, gpus, signal }: RunPlace,
  { plan, agent, sandboxFor, checkData, models: group }: RunTools,
  journal: Journal<RunEvent>,
  before: InterruptedWork | null,
): Promise<Failed | null> {
  let scratch: ScratchFolder | null = null;
  let models: RunModels | null = null;
  try {
    scratch = await makeScratch();
    await checkData?.(run.competitionId);
    const failure = new AttemptFailure();
    const record = before?.record ?? (await writeRecord(run, folder, plan));
    const { limits } = plan;
    const graceMs = 3 * graceOf(limits.wallClockMs);
    if (group)
      models = new RunModels(group, {
        folder,
        limits,
        graceMs,
        earlier: before?.events ?? null,
        onFailure: failure.add,
      });
    const places = { folder, scratch: scratch.folder };
    const leftMs = timeLeft(plan, folder, before);
    const shared = { run, plan, agent, journal, failure, models, leftMs };
    const setup = await setUpSandbox({
      ...shared,
      ...places,
      sandboxFor,
      gpus,
      continued: before !== null,
      scores: before?.scores ?? [],
    });
    try {
      const stopped = await attemptRun({ ...shared, ...setup, number, folder, record, signal, before });
      if (stopped.end === "infrastructure-error") return { stopped, isToContinue: false };
      if (stopped.end === "cancelled" && workToContinue(folder, agent) !== null) return { stopped, isToContinue: true };
      await patiently(() => journal.append(stopped));
      return null;
    } finally {
      // The agent has stopped and what counts is written down: files that cannot be removed now are swept later.
      await setup.close().catch(() => undefined);
    }
  } catch (error) {
    // What fills the disk is most likely this agent's work, and every other run needs room.
    if (isDiskFull(error)) await removeWork(folder);
    const reason = error instanceof Error ? error.message : String(error);
    return { stopped: { reason, exitCode: null, elapsedMs: 0 }, isToContinue: error instanceof ProviderFailure };
  } finally {
    models?.close();
    await scratch?.remove();
  }
}

/** At least a moment, so that an agent whose time is up is ended like any other. */
function timeLeft({ limits }: GroupPlan, folder: string, before: InterruptedWork | null): number {
  if (before === null) return limits.wallClockMs;
  const waitedMs = limits.workingTime ? (readCallTotals(folder)?.waitingMs ?? 0) : 0;
  return Math.max(1000, limits.wallClockMs - Math.max(0, before.elapsedMs - waitedMs));
}
