import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Agent, AgentNeeds } from "../../contracts/agent.ts";
import type { SandboxProvider } from "../../contracts/sandbox-kind.ts";
import { competitionFolder } from "../../facts/competition-folder.ts";
import type { CompetitionReport } from "../../grade/report.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { sha256, sha256OfFile } from "../../lib/hashing.ts";
import { packageVersion } from "../../lib/package-version.ts";
import type { GradingTask } from "../grading/grader.ts";
import type { GroupPlan, PlannedRun } from "../record/group-plan.ts";
import { Journal, readJournal } from "../record/journal.ts";
import type { RunEnd, RunEvent } from "../record/run-events.ts";
import { type RunRecord, runFiles } from "../record/run-folder.ts";
import { attemptRun } from "./attempt-run.ts";
import { gradeRun } from "./grade-run.ts";
import { sealRun } from "./seal-run.ts";
import { setUpSandbox } from "./set-up-sandbox.ts";

type Stopped = Extract<RunEvent, { type: "stopped" }>;

/** What the runs of a group share. */
export interface RunTools {
  readonly plan: GroupPlan;
  readonly agent: Agent;
  /** The sandboxes to run it in, see `sandboxFor`. */
  readonly sandboxFor: (needs: AgentNeeds) => Promise<SandboxProvider>;
  readonly grade: (task: GradingTask) => Promise<CompetitionReport>;
  /** How many more attempts follow infrastructure errors. */
  readonly retries: number;
}

/** What belongs to one run. */
interface RunPlace {
  readonly run: PlannedRun;
  readonly folder: string;
  readonly gpus: readonly string[];
  /** Aborted with the reason `stopped` or `budget`. */
  readonly signal: AbortSignal;
  readonly onAttempt?: (attempt: number) => void;
}

/** The outcome of a run. */
export interface RunOutcome {
  readonly end: RunEnd;
  /** Hash of the journal's last line. */
  readonly head: string;
  /** How long the agent worked. */
  readonly actMs: number;
}

/**
 * Executes one run: open, act, watch, seal, grade, end. Steps that its journal records are not repeated: a run that was
 * interrupted after the agent stopped is sealed, a sealed one is graded, and one whose agent was still working starts over,
 * with the old files moved aside.
 */
export async function executeRun(place: RunPlace, tools: RunTools): Promise<RunOutcome> {
  const { folder, run } = place;
  const { plan } = tools;
  await mkdir(folder, { recursive: true });
  const path = join(folder, runFiles.events);
  const before = readJournal<RunEvent>(path).at(-1);
  const journal = Journal.open<RunEvent>(path);
  try {
    if (before === undefined || !["stopped", "sealed", "graded"].includes(before.type)) {
      const why = before?.type === "ended" ? `${before.end}: ${before.reason}` : "The process that executed it ended.";
      await act(place, tools, journal, why);
    }
    const events = (): ReturnType<typeof readJournal<RunEvent>> => readJournal<RunEvent>(path);
    const stopped = events().findLast((event) => event.type === "stopped")!;
    if (before?.type !== "sealed" && before?.type !== "graded") {
      const sealed = await sealRun(folder, plan);
      journal.append({ type: "sealed", ...sealed, dropped: sealed.dropped + (stopped.dropped ?? 0) });
      journal.flush();
    }
    // A run that failed because of the harness, or that was stopped on purpose, has no result.
    const counts = stopped.end !== "infrastructure-error" && stopped.end !== "cancelled";
    if (counts && before?.type !== "graded") {
      journal.append(await gradeRun(folder, run.competitionId, events(), tools.grade));
    }
    journal.append({ type: "ended", end: stopped.end, reason: stopped.reason });
    journal.flush();
    return { end: stopped.end, head: journal.head, actMs: stopped.elapsedMs };
  } finally {
    journal.close();
  }
}

/**
 * Makes attempts until one does not fail because of the harness, or too many have. Afterwards the last event is `stopped`.
 * `why` is the reason why an earlier attempt ended.
 */
async function act(
  place: RunPlace,
  { plan, agent, sandboxFor, retries }: RunTools,
  journal: Journal<RunEvent>,
  why: string,
): Promise<void> {
  const { run, folder } = place;
  const earlier = attemptsSoFar(readJournal<RunEvent>(join(folder, runFiles.events)));
  let { number } = earlier;
  if (earlier.isAside) await removeTree(join(folder, runFiles.workspace));
  else {
    await setAside(folder, number);
    journal.append({ type: "interrupted", attempt: number, reason: why });
  }
  for (let failures = 0; ; failures += 1) {
    number += 1;
    place.onAttempt?.(number);
    const failure = await tryOnce(number);
    if (failure === null) return;
    if (failures >= retries || place.signal.aborted) {
      const { exitCode } = failure;
      // An agent that is killed in every attempt caused it, or needs more than the machine has.
      const end = place.signal.aborted ? "cancelled" : exitCode === null ? "infrastructure-error" : "agent-error";
      journal.append({ type: "stopped", ...failure, end });
      return;
    }
    await setAside(folder, number);
    journal.append({ type: "interrupted", attempt: number, reason: failure.reason });
    await sleep(Math.min(60_000, 500 * 4 ** failures), undefined, { signal: place.signal }).catch(() => undefined);
  }

  /** Null when the attempt ended with a result; otherwise how the harness failed. */
  async function tryOnce(attempt: number): Promise<Omit<Stopped, "type" | "end"> | null> {
    const scratch = await mkdtemp(join(tmpdir(), "mlebench-run-"));
    try {
      const record = await writeRecord(run, folder, plan);
      const setup = await setUpSandbox({ run, folder, plan, agent, sandboxFor, scratch, gpus: place.gpus, journal });
      try {
        const { signal } = place;
        const stopped = await attemptRun({
          ...setup,
          number: attempt,
          run,
          plan,
          folder,
          record,
          agent,
          signal,
          journal,
        });
        if (stopped.end === "infrastructure-error") return stopped;
        journal.append(stopped);
        return null;
      } finally {
        await setup.close();
      }
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error), exitCode: null, elapsedMs: 0 };
    } finally {
      await removeTree(scratch);
    }
  }
}

/**
 * The number of the last attempt, 0 before the first, and whether its files were already moved aside. An attempt whose
 * sandbox could not be opened has no `opened`.
 */
function attemptsSoFar(events: readonly RunEvent[]): { readonly number: number; readonly isAside: boolean } {
  let number = 0;
  let isAside = true;
  for (const event of events) {
    if (event.type === "opened" || event.type === "interrupted") number = event.attempt;
    else if (event.type === "stopped" && isAside) number += 1;
    if (event.type === "interrupted") isAside = true;
    else if (event.type === "opened" || event.type === "stopped") isAside = false;
  }
  return { number, isAside };
}

async function writeRecord({ id, competitionId, seed }: PlannedRun, folder: string, plan: GroupPlan): Promise<string> {
  const { agent, limits, sandbox, edition, name } = plan;
  const { manifest } = competitionFolder(plan.dataDirectory, competitionId, edition);
  const record: RunRecord = {
    format: 2,
    run: id,
    group: name,
    competition: competitionId,
    seed,
    agent,
    limits,
    sandbox,
    edition,
    version: packageVersion(),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    manifest: existsSync(manifest) ? await sha256OfFile(manifest) : null,
  };
  const text = `${JSON.stringify(record, null, 2)}\n`;
  await writeFileAtomically(join(folder, runFiles.record), text);
  return sha256(text);
}

/** Moves the files of an attempt to `attempts/<n>`. Its workspace is removed: nothing in it was submitted. */
async function setAside(folder: string, attempt: number): Promise<void> {
  const target = join(folder, runFiles.attempts, String(attempt));
  await removeTree(join(folder, runFiles.workspace));
  const { record, output, candidates, submission, code, logs, files, grade } = runFiles;
  for (const name of [record, output, candidates, submission, code, logs, files, grade]) {
    if (!existsSync(join(folder, name))) continue;
    await mkdir(target, { recursive: true });
    await removeTree(join(target, name));
    await rename(join(folder, name), join(target, name));
  }
  await removeTree(join(folder, "submission"));
}
