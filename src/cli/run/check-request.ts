import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { agentKind } from "../../agents/index.ts";
import type { Agent, AgentNeeds } from "../../contracts/agent.ts";
import type { SandboxTraits } from "../../contracts/sandbox-kind.ts";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { loadFacts } from "../../facts/facts.ts";
import { MissingData, SandboxUnavailable, UsageError } from "../../lib/errors.ts";
import { providerKind } from "../../models/index.ts";
import { parseModelName } from "../../models/model-name.ts";
import { checkModelSettings } from "../../models/model-settings.ts";
import { foldersToHideFrom } from "../../runs/execution/folders-to-hide.ts";
import type { GroupRequest } from "../../runs/execution/plan-group.ts";
import { sandboxFor } from "../../runs/execution/sandbox-for.ts";
import { makeScratch } from "../../runs/execution/scratch-folder.ts";
import { checkMounts } from "../../runs/mounts/check-mounts.ts";
import { explainProgram } from "../../runs/mounts/explain-program.ts";
import { mountsOf, programFoldersOf } from "../../runs/mounts/mounts-of.ts";
import { trySandbox } from "../../runs/mounts/try-sandbox.ts";
import { isPrepared, preparedState } from "../../runs/preparation/prepared-state.ts";
import { type ModelChoice, namedModels, type SandboxChoice } from "../../runs/record/group-plan.ts";
import { environmentImage } from "../../sandboxes/docker/environment-image.ts";
import { sandboxKind, sandboxNamesWhere } from "../../sandboxes/index.ts";
import { placesToCover } from "../../sandboxes/shared/hidden-folders.ts";
import { systemPath } from "../../sandboxes/shared/system-path.ts";
import { requireNoKeys } from "./typed-keys.ts";

interface CheckOptions {
  readonly runDirectory: string;
  /** Prepares competitions that are missing, once all is checked that does not take them. Null: they must be there. */
  readonly prepare: ((ids: readonly string[]) => Promise<void>) | "later" | null;
}

/** Finds out before a hundred runs fail what would make them all fail. */
export async function checkRequest(
  request: GroupRequest,
  agent: Agent,
  { runDirectory, prepare }: CheckOptions,
): Promise<void> {
  requireNoKeys(request);
  requireNetwork(request.sandbox);
  requireInternet(request);
  if (request.models !== undefined) await requireProviders(request.models);
  const missing = prepare === null ? [] : await findMissing(request);
  if (missing.length > 0 && prepare === "later") return;
  if (missing.length > 0 && typeof prepare === "function") await prepare(missing);
  await requirePrepared(request);
  await requireSandbox(agent, request, runDirectory);
  requireWritable(runDirectory);
}

function requireNetwork({ name, network }: GroupRequest["sandbox"]): void {
  const { networks } = sandboxKind(name).traits();
  if (networks.includes(network)) return;
  const others = sandboxNamesWhere((traits) => traits.networks.includes(network));
  throw new UsageError(
    `--network ${network} needs --sandbox ${others.join(" or ")}: ${name} only has ${networks.join(" and ")}.`,
  );
}

/** What the agent cannot do without a network that it was not given. */
function requireInternet({ agent, sandbox }: GroupRequest): void {
  if (sandbox.network === "open") return;
  for (const { what, otherwise } of agentKind(agent.name).internet?.(agent.settings) ?? []) {
    if (otherwise !== null) throw new UsageError(`${what}: that takes --network open. ${otherwise}`);
  }
}

async function requireProviders(models: ModelChoice): Promise<void> {
  const options = { environment: process.env, settings: checkModelSettings(models.settings) };
  for (const name of namedModels(models)) {
    const { provider, model } = parseModelName(name);
    const kind = providerKind(provider);
    const missing = kind.missing(options);
    if (missing !== null) throw new UsageError(`The model ${name} cannot be called. ${missing}`);
    // Its file may be missing or malformed; opening any other model tells nothing.
    if (kind.modelIsPath) await kind.open(model, options);
  }
}

async function findMissing({ competitions, dataDirectory, edition }: GroupRequest): Promise<string[]> {
  const missing: string[] = [];
  for (const id of competitions) {
    if (!isPrepared(await preparedState(loadFacts(id), dataDirectory, edition))) missing.push(id);
  }
  return missing;
}

async function requirePrepared(request: GroupRequest): Promise<void> {
  const missing = await findMissing(request);
  if (missing.length === 0) return;
  const { dataDirectory } = request;
  const where = dataDirectory === resolve(defaultDataDirectory()) ? "" : ` --data-dir ${dataDirectory}`;
  throw new MissingData(
    `Not prepared in ${dataDirectory}: ${missing.join(", ")}. Run \`mlebench prepare -c ${missing.join(" ")}${where}\`, or add --prepare.`,
  );
}

/** Looks at the nearest folder that exists: the others would be made in it. */
function requireWritable(folder: string): void {
  let nearest = folder;
  while (!existsSync(nearest) && nearest !== dirname(nearest)) nearest = dirname(nearest);
  if (!statSync(nearest).isDirectory()) throw new UsageError(`${nearest} is not a folder: choose another --run-dir.`);
  accessSync(nearest, constants.W_OK);
}

async function requireSandbox(agent: Agent, request: GroupRequest, runDirectory: string): Promise<void> {
  const { competitions, dataDirectory, edition, sandbox } = request;
  const { folder: scratch, remove } = await makeScratch();
  try {
    const competitionId = competitions[0];
    if (competitionId === undefined) throw new UsageError("The selection contains no competitions.");
    const publicData = join(competitionFolder(dataDirectory, competitionId, edition).prepared, "public");
    const needs = await agent.needs({ competitionId, publicData, scratch });
    const provider = await sandboxFor(sandbox, needs);
    const hidden = foldersToHideFrom(request, runDirectory);
    const spec = { name: "mlebench", publicData, workspace: join(scratch, "workspace"), hidden };
    if (provider.traits.ownFileSystem) {
      const shown = Object.entries(needs.readOnly ?? {}).map(([inside, source]) => ({ inside, source }));
      placesToCover({ ...spec, hidden: [dataDirectory] }, shown);
    }
    checkMounts(sandbox, provider.traits, spec);
    requirePrograms(needs, sandbox, provider.traits);
    const reason = await provider.unavailable();
    if (reason !== null) {
      throw new SandboxUnavailable(`The sandbox ${sandbox.name} cannot be used: ${reason}${imageHint(reason, needs)}`);
    }
    const readOnly = mountsOf(sandbox);
    if (Object.keys(readOnly).length > 0) {
      await trySandbox(provider, { ...spec, readOnly, network: "none", limits: {} }, sandbox);
    }
  } finally {
    await remove();
  }
}

/** A program in the user's home works in the user's shell and not in a sandbox. */
function requirePrograms(needs: AgentNeeds, sandbox: SandboxChoice, traits: SandboxTraits): void {
  const path = needs.environment?.PATH ?? [...programFoldersOf(sandbox), systemPath].join(":");
  const mounts = { ...mountsOf(sandbox), ...needs.readOnly };
  for (const program of needs.programs ?? []) {
    const reason = explainProgram(program, { sandbox: sandbox.name, traits, mounts, path });
    if (reason !== null) throw new UsageError(reason);
  }
}

/** How to get a missing image. */
function imageHint(reason: string, { image }: AgentNeeds): string {
  if (!reason.startsWith("There is no image")) return "";
  return image === undefined
    ? ` \`mlebench image build\` makes ${environmentImage}; --image names another.`
    : " `mlebench image build --agent DIR` makes it from the agent's folder.";
}
