import { existsSync, readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { agentParts } from "../../agents/index.ts";
import { listIncludedRawData } from "../../facts/facts.ts";
import { copyTree, hashTree, type TreeHash } from "../../lib/files/file-tree.ts";
import { type AgentContent, contentOf } from "../record/agent-content.ts";
import type { GroupPlan, SandboxChoice } from "../record/group-plan.ts";
import { groupFiles } from "../record/run-folder.ts";
import { dataFolders } from "./folders-to-hide.ts";
import { sandboxFor } from "./sandbox-for.ts";

const limits = {
  bytes: 4 * 2 ** 30,
  entries: 200_000,
  advice:
    "Every run group keeps a copy of the agent's files: keep data, models and environments outside of this folder.",
};

/** Where an agent is to run. */
export type AgentPlace = Pick<GroupPlan, "agent" | "sandbox" | "dataDirectory">;

/** The hash and size of one of an agent's files or folders. */
export async function hashAgentFiles(path: string, without: readonly string[] = []): Promise<TreeHash> {
  return await hashTree(path, { ...limits, without });
}

/**
 * What identifies an agent in its sandbox, before there is a group.
 *
 * @throws UsageError when its files cannot be read or are too large to be kept.
 */
export async function identifyAgent(place: AgentPlace, runDirectory: string): Promise<AgentContent> {
  const { files = {} } = await agentParts(place.agent);
  return await identify(place, files, notTheAgents(place, runDirectory));
}

/** The same, by the copies of its files in a group's folder. */
export async function identifySnapshot(place: AgentPlace, groupFolder: string): Promise<AgentContent> {
  return await identify(place, snapshotOf(groupFolder), []);
}

async function identify(
  { agent, sandbox }: AgentPlace,
  paths: Readonly<Record<string, string>>,
  without: readonly string[],
): Promise<AgentContent> {
  const { versions = {}, image } = await agentParts(agent);
  const files: Record<string, string> = {};
  for (const [name, path] of Object.entries(paths)) files[name] = (await hashAgentFiles(path, without)).sha256;
  const id = await imageId(sandbox, image);
  return contentOf(agent, { files, versions, ...(id === null ? {} : { image: id }) });
}

/** A project's folder may hold the data, the runs and raw data of competitions. No agent may see them. */
function notTheAgents({ dataDirectory }: AgentPlace, runDirectory: string): string[] {
  return [...dataFolders(dataDirectory), runDirectory, ...listIncludedRawData()];
}

/** Null where there is no image, or none can be found now: then a run cannot start either. */
async function imageId(sandbox: SandboxChoice, image: string | undefined): Promise<string | null> {
  try {
    const provider = await sandboxFor(sandbox, image === undefined ? {} : { image });
    return (await provider.imageId?.()) ?? null;
  } catch {
    return null;
  }
}

/** Copies an agent's files into the folder of its group. */
export async function takeSnapshot(place: AgentPlace, groupFolder: string): Promise<void> {
  const { files = {} } = await agentParts(place.agent);
  const without = notTheAgents(place, dirname(groupFolder));
  const folder = join(groupFolder, groupFiles.agent);
  if (Object.keys(files).length > 0) await mkdir(folder, { mode: 0o700 });
  for (const [name, path] of Object.entries(files)) await copyTree(path, join(folder, name), { ...limits, without });
}

/** Where a group's copies of its agent's files are, by the names of the parts. Groups of earlier versions have none. */
export function snapshotOf(groupFolder: string): Record<string, string> {
  const folder = join(groupFolder, groupFiles.agent);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return Object.fromEntries(names.map((name) => [name, join(folder, name)]));
}
