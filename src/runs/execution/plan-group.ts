import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileTimestamp } from "../../lib/file-timestamp.ts";
import { withLockInTurn } from "../../lib/files/lock-file.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { sha256 } from "../../lib/hashing.ts";
import { Journal } from "../../lib/journal/journal.ts";
import { packageVersion } from "../../lib/package-version.ts";
import { type GroupPlan, planKey, plannedRuns } from "../record/group-plan.ts";
import type { GroupEvent } from "../record/run-events.ts";
import { groupFiles } from "../record/run-folder.ts";
import { readGroupIndex } from "../state/read-group-index.ts";
import { identifyAgent, identifySnapshot, takeSnapshot } from "./agent-snapshot.ts";
import { findGroup } from "./find-group.ts";
import { changesTo, type GroupChanges, recordChanges } from "./group-changes.ts";

/** What the caller wants to run: a plan without its name and date, and before the agent's content is looked at. */
export type GroupRequest = Omit<GroupPlan, "format" | "name" | "key" | "createdAt" | "version" | "content">;

/** A group that was planned just now, or found again. */
export interface PlannedGroup {
  readonly folder: string;
  readonly plan: GroupPlan;
  readonly continued: boolean;
  /** How many runs are not finished. */
  readonly unfinished: number;
  /** What the request has added to the group. */
  readonly changes: GroupChanges;
}

export interface PlanOptions {
  /** Make another group in any case. */
  readonly fresh: boolean;
  /** Run again what the agent has failed, see `hasAgentFailed`. */
  readonly retryFailed?: boolean;
}

/**
 * Finds the newest group in `runDirectory` with the same request and the same agent, and adds the seeds that it lacks; or
 * makes a new one.
 *
 * @throws UsageError when there is a group of the same request, but the agent has changed since, or runs would have to be
 * added to it while it is being executed.
 */
export async function planGroup(
  runDirectory: string,
  request: GroupRequest,
  options: PlanOptions,
): Promise<PlannedGroup> {
  const content = await identifyAgent(request, runDirectory);
  await mkdir(runDirectory, { recursive: true, mode: 0o700 });
  return await withLockInTurn(join(runDirectory, ".planning", "lock"), `The folder ${runDirectory}`, async () => {
    const known = options.fresh ? null : await findGroup(runDirectory, request, content);
    const folder = known ?? (await makeGroup(runDirectory, request));
    const changes = changesTo(folder, request, options);
    recordChanges(folder, changes);
    const { plan, unfinished } = readGroupIndex(folder);
    return { folder, plan, continued: known !== null, unfinished: unfinished.length, changes };
  });
}

async function makeGroup(runDirectory: string, request: GroupRequest): Promise<string> {
  const now = new Date();
  const label = request.agent.label.replaceAll(/[^\w.-]+/g, "-");
  const base = `${fileTimestamp(now)}-UTC_run-group_${label}`;
  let name = base;
  for (let number = 2; existsSync(join(runDirectory, name)); number += 1) name = `${base}-${number}`;
  const folder = join(runDirectory, name);
  await mkdir(folder, { mode: 0o700 });
  try {
    // The copies are what runs use, so they are what the plan identifies.
    await takeSnapshot(request, folder);
    const content = await identifySnapshot(request, folder);
    const when = { createdAt: now.toISOString(), version: packageVersion() };
    await writePlan(folder, { format: 2, name, key: planKey(request), ...when, ...request, content });
    return folder;
  } catch (error) {
    await removeTree(folder);
    throw error;
  }
}

async function writePlan(folder: string, plan: GroupPlan): Promise<void> {
  const text = `${JSON.stringify(plan, null, 2)}\n`;
  await writeFileAtomically(join(folder, groupFiles.plan), text);
  const journal = Journal.open<GroupEvent>(join(folder, groupFiles.events));
  journal.append({ type: "planned", plan: sha256(text), runs: plannedRuns(plan).length });
  journal.close();
}
