import { join } from "node:path";
import { agentParts } from "../../agents/index.ts";
import { UsageError } from "../../lib/errors.ts";
import { environmentImage } from "../../sandboxes/docker/environment-image.ts";
import { isWithin } from "../../sandboxes/shared/mount-table.ts";
import { type AgentContent, changedParts, shortHash } from "../record/agent-content.ts";
import type { GroupPlan } from "../record/group-plan.ts";
import { groupFiles } from "../record/run-folder.ts";
import { hashAgentFiles, identifySnapshot, snapshotOf } from "./agent-snapshot.ts";

/** Why a group cannot be continued: its agent is another one now. Names both, and the two ways forward. */
export async function agentChanged(groupFolder: string, plan: GroupPlan, now: AgentContent): Promise<UsageError> {
  const before = plan.content!;
  const changed = changedParts(before, now);
  const restore = await restoringCommands(groupFolder, plan, changed);
  return new UsageError(
    [
      `The agent ${plan.agent.label} has changed since the run group ${plan.name} was planned ` +
        `(${changed.join(", ")}): expected content ${shortHash(before.hash)}, found ${shortHash(now.hash)}.`,
      "One group holds the results of one agent. Start another group with --new, or restore the agent that this one ran:",
      ...restore.map((command) => `  ${command}`),
    ].join("\n"),
  );
}

async function restoringCommands(groupFolder: string, plan: GroupPlan, changed: readonly string[]): Promise<string[]> {
  const { files = {}, ownFiles = false, image = plan.sandbox.image } = await agentParts(plan.agent);
  const copies = snapshotOf(groupFolder);
  const commands = changed.map((name) => {
    if (name === "image") return `docker tag ${plan.content?.image} ${image ?? environmentImage}`;
    const [original, copy] = [files[name], copies[name]];
    const isOwn = original !== undefined && copy !== undefined && (ownFiles || name in plan.agent.settings);
    return isOwn ? restoring(original, copy, plan) : `npm install mlebench@${plan.version}`;
  });
  return [...new Set(commands)];
}

/** Puts a copy back in place, without losing what is there now. A folder that holds the runs or the data stays where it is. */
function restoring(original: string, copy: string, { dataDirectory }: GroupPlan): string {
  const holdsMore = [copy, dataDirectory].some((path) => isWithin(path, original));
  return holdsMore
    ? `cp -a ${quote(copy)} ${quote(`${original}.restored`)}   # then repeat the command with this folder`
    : `mv ${quote(original)} ${quote(`${original}.changed`)} && cp -a ${quote(copy)} ${quote(original)}`;
}

/** As a shell reads it. */
function quote(path: string): string {
  return /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/**
 * Makes sure that a group's host executes the agent that was planned: its copy of the files, its image, its version.
 *
 * @throws UsageError when something is not as it was.
 */
export async function requirePlannedAgent(groupFolder: string, plan: GroupPlan): Promise<void> {
  if (plan.content === undefined) return;
  const copies = snapshotOf(groupFolder);
  for (const [name, expected] of Object.entries(plan.content.files)) {
    const copy = copies[name];
    const found = copy === undefined ? "nothing" : shortHash((await hashAgentFiles(copy)).sha256);
    if (found === shortHash(expected)) continue;
    throw new UsageError(
      `The group's copy of the agent's files in ${join(groupFolder, groupFiles.agent)} has changed: ` +
        `expected ${shortHash(expected)} for ${name}, found ${found}. Start another group with --new.`,
    );
  }
  const now = await identifySnapshot(plan, groupFolder);
  if (changedParts(plan.content, now).length > 0) throw await agentChanged(groupFolder, plan, now);
}
