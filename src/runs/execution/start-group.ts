import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BenchError } from "../../lib/errors.ts";
import { fileTimestamp } from "../../lib/file-timestamp.ts";
import { isLocked, withLockInTurn } from "../../lib/files/lock-file.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { sha256 } from "../../lib/hashing.ts";
import { packageVersion } from "../../lib/package-version.ts";
import { programBeside } from "../../lib/processes/child.ts";
import { type GroupPlan, type HostSettings, planKey, plannedRuns, readPlan } from "../record/group-plan.ts";
import { Journal, readLastEvent } from "../record/journal.ts";
import type { GroupEvent } from "../record/run-events.ts";
import { groupFiles } from "../record/run-folder.ts";
import { readGroupIndex } from "../state/read-group-index.ts";

/** What the caller wants to run: a plan without its name and date. */
export type GroupRequest = Omit<GroupPlan, "format" | "name" | "key" | "createdAt" | "version">;

/** A group that was planned just now, or found again. */
export interface PlannedGroup {
  readonly folder: string;
  readonly plan: GroupPlan;
  readonly continued: boolean;
  /** How many runs are not finished. */
  readonly unfinished: number;
}

/**
 * Finds the newest group in `runDirectory` with the same request, or makes a new one. With `fresh` it always makes a new
 * one.
 */
export async function planGroup(
  runDirectory: string,
  request: GroupRequest,
  options: { readonly fresh: boolean },
): Promise<PlannedGroup> {
  await mkdir(runDirectory, { recursive: true });
  return await withLockInTurn(join(runDirectory, ".planning", "lock"), `The folder ${runDirectory}`, async () => {
    const key = planKey(request);
    const known = options.fresh ? null : findGroup(runDirectory, key);
    const folder = known ?? (await makeGroup(runDirectory, key, request));
    const { plan, unfinished } = readGroupIndex(folder);
    return { folder, plan, continued: known !== null, unfinished: unfinished.length };
  });
}

/** The newest group with a plan's key. Names begin with the date. */
export function findGroup(runDirectory: string, key: string): string | null {
  if (!existsSync(runDirectory)) return null;
  for (const name of readdirSync(runDirectory).sort().reverse()) {
    const folder = join(runDirectory, name);
    // A plan without a journal: the process that made it was killed.
    if (!existsSync(join(folder, groupFiles.plan)) || !existsSync(join(folder, groupFiles.events))) continue;
    try {
      if (readPlan(folder).key === key) return folder;
    } catch {
      // Written by another version, or not a plan.
    }
  }
  return null;
}

async function makeGroup(runDirectory: string, key: string, request: GroupRequest): Promise<string> {
  const now = new Date();
  const label = request.agent.label.replaceAll(/[^\w.-]+/g, "-");
  const base = `${fileTimestamp(now)}-UTC_run-group_${label}`;
  let name = base;
  for (let number = 2; existsSync(join(runDirectory, name)); number += 1) name = `${base}-${number}`;
  const folder = join(runDirectory, name);
  await mkdir(folder);
  const plan: GroupPlan = {
    format: 2,
    name,
    key,
    createdAt: now.toISOString(),
    version: packageVersion(),
    ...request,
  };
  const text = `${JSON.stringify(plan, null, 2)}\n`;
  await writeFileAtomically(join(folder, groupFiles.plan), text);
  const journal = Journal.open<GroupEvent>(join(folder, groupFiles.events));
  journal.append({ type: "planned", plan: sha256(text), runs: plannedRuns(plan).length });
  journal.close();
  return folder;
}

/**
 * Starts the process that executes a group, unless one is running, and returns once it holds the group's lock. The process
 * has its own session, so it survives the caller. The lock shows whether it is alive.
 *
 * @throws BenchError with its output when it ends before it holds the lock.
 */
export async function startHost(folder: string, settings: HostSettings): Promise<void> {
  const lock = join(folder, groupFiles.lock);
  // A host that has written its end is about to exit and starts no more runs.
  for (let tries = 0; isLocked(lock); tries += 1) {
    if (lastHostEnd(folder) === null || tries === 1000) return;
    await sleep(10);
  }
  // Left over from a host that was killed. From now on requests are for the new host.
  rmSync(join(folder, groupFiles.stop), { force: true });
  const program = programBeside(import.meta.url, "host.process");
  const log = openSync(join(folder, groupFiles.log), "a");
  const child = spawn(process.execPath, [program, folder, JSON.stringify(settings)], {
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let end: string | null = null;
  child.once("exit", (code, signal) => {
    end = code === 0 ? "" : signal === null ? `with exit code ${code}` : `by ${signal}`;
  });
  child.once("error", (error) => {
    end = error.message;
  });
  while (end === null && !isLocked(lock)) await sleep(10);
  child.unref();
  // Another host may have been faster, and this one exited because of that.
  if (end === null || end === "" || isLocked(lock)) return;
  throw new BenchError(
    "host",
    `The process that executes the group ended right away (${end}).\n${hostLogTail(folder)}`,
  );
}

/** When a group's host ended; null when the last event is another one. */
export function lastHostEnd(folder: string): string | null {
  const last = readLastEvent<GroupEvent>(join(folder, groupFiles.events));
  return last?.type === "host-ended" ? last.time : null;
}

/** The last lines of the log of a group's host. */
export function hostLogTail(folder: string): string {
  const log = join(folder, groupFiles.log);
  const lines = existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n").slice(-5) : [];
  return lines
    .filter(Boolean)
    .map((line) => `  ${line}\n`)
    .join("");
}
