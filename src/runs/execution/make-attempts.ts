import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDiskFull } from "../../lib/disk-full.ts";
import { removeLargeTree } from "../../lib/files/remove-tree.ts";
import type { Journal } from "../../lib/journal/journal.ts";
import { readJournal } from "../../lib/journal/read-journal.ts";
import { patiently } from "../../lib/patiently.ts";
import type { RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import { AttemptFailure } from "./attempt-failure.ts";
import { attemptRun, graceOf } from "./attempt-run.ts";
import type { RunPlace, RunTools } from "./execute-run.ts";
import { RunModels } from "./run-models.ts";
import { makeScratch, type ScratchFolder } from "./scratch-folder.ts";
import { attemptsSoFar, removeWork, setAside } from "./set-aside.ts";
import { setUpSandbox } from "./set-up-sandbox.ts";
import { writeRecord } from "./write-record.ts";

type Stopped = Extract<RunEvent, { type: "stopped" }>;

/** Pauses between attempts at something that failed: half a second, two, eight, ... a minute at most. */
export async function backOff(failures: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(60_000, 500 * 4 ** failures), undefined, { signal }).catch(() => undefined);
}

/**
 * Makes attempts until one does not fail because of the harness, or too many have. Afterwards the last event is `stopped`.
 * `why` is the reason why an earlier attempt ended.
 */
export async function makeAttempts(
  place: RunPlace,
  tools: RunTools,
  journal: Journal<RunEvent>,
  why: string,
): Promise<void> {
  const { folder, signal } = place;
  const earlier = attemptsSoFar(readJournal<RunEvent>(join(folder, runFiles.events)));
  const interrupt = async (attempt: number, reason: string): Promise<void> => {
    await patiently(() => setAside(folder, attempt));
    await patiently(() => journal.append({ type: "interrupted", attempt, reason }));
  };
  let { number } = earlier;
  if (earlier.isAside) await removeLargeTree(join(folder, runFiles.workspace));
  else await interrupt(number, why);
  for (let failures = 0; ; failures += 1) {
    number += 1;
    await place.onAttempt?.(number);
    const failure = await attempt(number, place, tools, journal);
    if (failure === null) return;
    if (failures >= tools.retries || signal.aborted) {
      // An agent that is killed in every attempt caused it, or needs more than the machine has.
      const end = signal.aborted ? "cancelled" : failure.exitCode === null ? "infrastructure-error" : "agent-error";
      await patiently(() => journal.append({ type: "stopped", ...failure, end }));
      return;
    }
    await interrupt(number, failure.reason);
    await backOff(failures, signal);
  }
}

/** Null when the attempt ended with a result; otherwise how the harness failed. */
async function attempt(
  number: number,
  { run, folder, gpus, signal }: RunPlace,
  { plan, agent, sandboxFor, checkData, models: group }: RunTools,
  journal: Journal<RunEvent>,
): Promise<Omit<Stopped, "type" | "end"> | null> {
  let scratch: ScratchFolder | null = null;
  let models: RunModels | null = null;
  try {
    scratch = await makeScratch();
    await checkData?.(run.competitionId);
    const failure = new AttemptFailure();
    const record = await writeRecord(run, folder, plan);
    const { limits } = plan;
    const graceMs = 3 * graceOf(limits.wallClockMs);
    if (group) models = new RunModels(group, { folder, limits, graceMs, earlier: null, onFailure: failure.add });
    const places = { folder, scratch: scratch.folder };
    const setup = await setUpSandbox({ ...places, run, plan, agent, sandboxFor, gpus, journal, failure, models });
    try {
      const options = { ...setup, number, run, plan, folder, record, agent, signal, journal, failure, models };
      const stopped = await attemptRun(options);
      if (stopped.end === "infrastructure-error") return stopped;
      await patiently(() => journal.append(stopped));
      return null;
    } finally {
      // The agent has stopped and what counts is written down: files that cannot be removed now are swept later.
      await setup.close().catch(() => undefined);
    }
  } catch (error) {
    // What fills the disk is most likely this agent's work, and every other run needs room.
    if (isDiskFull(error)) await removeWork(folder);
    return { reason: error instanceof Error ? error.message : String(error), exitCode: null, elapsedMs: 0 };
  } finally {
    models?.close();
    await scratch?.remove();
  }
}
