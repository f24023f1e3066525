import { existsSync, readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileTimestamp } from "../../lib/file-timestamp.ts";
import { withLockInTurn } from "../../lib/files/lock-file.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { sha256 } from "../../lib/hashing.ts";
import { Journal } from "../../lib/journal/journal.ts";
import { packageVersion } from "../../lib/package-version.ts";
import { type GroupPlan, planKey, plannedRuns, readPlan } from "../record/group-plan.ts";
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
  await mkdir(runDirectory, { recursive: true, mode: 0o700 });
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
  await mkdir(folder, { mode: 0o700 });
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
