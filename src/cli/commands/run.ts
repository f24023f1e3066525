import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { AgentChoice } from "../../agents/agent-choice.ts";
import { agentFor, agentKind } from "../../agents/index.ts";
import type { Agent, AgentNeeds } from "../../contracts/agent.ts";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { defaultEdition } from "../../facts/editions.ts";
import { loadFacts } from "../../facts/facts.ts";
import { MissingData, SandboxUnavailable, UsageError } from "../../lib/errors.ts";
import { machineResources } from "../../runs/execution/leases.ts";
import { sandboxFor } from "../../runs/execution/sandbox-for.ts";
import { type GroupRequest, planGroup, startHost } from "../../runs/execution/start-group.ts";
import { isPrepared, preparedState } from "../../runs/preparation/prepared-state.ts";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { environmentImage } from "../../sandboxes/docker/environment-image.ts";
import { defaultSandbox, sandboxKind, sandboxNamesWhere } from "../../sandboxes/index.ts";
import { exitCodes } from "../exit-codes.ts";
import { plannedWorkJson } from "../json/plan-json.ts";
import { note, print, printJson } from "../output.ts";
import { planWork } from "../planned-work.ts";
import { requestedAgent } from "../requested-agent.ts";
import { runGroup, showResults } from "../run-group.ts";
import { chooseLimits, chooseSandbox, chooseSeeds, chooseSettings } from "../run-request.ts";
import { selectCompetitions } from "../select-competitions.ts";
import { describePlan } from "../views/plan-view.ts";
import type { RunOptions } from "./run.options.ts";

export async function run(command: string[], given: RunOptions): Promise<number> {
  const options = { ...given, ...aliases(given) };
  const competitions = selectCompetitions(options);
  const choice = await requestedAgent(options, command);
  const agent = await agentFor(choice);
  const { request, container } = await requestOf(competitions, options, choice);
  const machine = machineResources();
  const settings = chooseSettings(options, request.limits, machine);
  const runDirectory = resolve(options.runDir ?? defaultRunDirectory());

  if (options.dryRun) {
    const work = planWork(runDirectory, request, settings);
    if (options.json) printJson(plannedWorkJson(work));
    else print(describePlan(work));
    return exitCodes.done;
  }
  requireNetwork(request.sandbox);
  await requirePrepared(request);
  await requireSandbox(agent, request);
  for (const warning of container) note(warning);

  const group = await planGroup(runDirectory, request, { fresh: options.new ?? false });
  const work = planWork(runDirectory, request, settings, group);
  if (!options.json || options.detach) note(describePlan(work));
  if (options.detach) {
    if (group.unfinished > 0) await startHost(group.folder, settings);
    if (options.json) printJson(plannedWorkJson(work));
    else print(group.folder);
    return exitCodes.done;
  }
  const shown = { json: options.json ?? false };
  if (group.unfinished > 0) return await runGroup(group.folder, settings, shown);
  note("Everything is done already; --new starts another group.");
  return showResults(group.folder, "complete", shown);
}

/** Upstream's names for some options. */
function aliases({ competitionSet, nSeeds, nWorkers }: RunOptions): Partial<RunOptions> {
  return {
    ...(competitionSet === undefined ? {} : { list: competitionSet }),
    ...(nSeeds === undefined ? {} : { seeds: nSeeds }),
    ...(nWorkers === undefined ? {} : { jobs: nWorkers }),
  };
}

async function requestOf(
  competitions: readonly string[],
  options: RunOptions,
  agent: AgentChoice,
): Promise<{ request: GroupRequest; container: readonly string[] }> {
  const { name, warnings } = await sandboxName(agent.name, options);
  const plain: GroupRequest = {
    edition: defaultEdition,
    agent,
    competitions: [...competitions],
    seeds: chooseSeeds(options.seeds),
    limits: chooseLimits(options),
    sandbox: chooseSandbox(name, options),
    dataDirectory: resolve(options.dataDir ?? defaultDataDirectory()),
    retain: options.retain ?? false,
  };
  if (options.containerConfig === undefined) return { request: plain, container: warnings };
  // Loads the YAML parser.
  const { applyContainerConfig } = await import("../container-config.ts");
  const request = applyContainerConfig(plain, options.containerConfig, {
    allowUnsafe: options.allowUnsafe ?? false,
  });
  return { request, container: warnings };
}

/** The one that was asked for; the first that takes an image, if there is one to run; otherwise the best available. */
async function sandboxName(agent: string, options: RunOptions): Promise<{ name: string; warnings: readonly string[] }> {
  if (options.sandbox !== undefined) return { name: options.sandbox, warnings: [] };
  if (agentKind(agent).ownImage || options.image !== undefined) {
    return { name: sandboxNamesWhere(({ takesImage }) => takesImage)[0]!, warnings: [] };
  }
  const { provider, insteadBecause } = await defaultSandbox();
  const warning = `Running without isolation (sandbox ${provider.name}): ${insteadBecause}`;
  return { name: provider.name, warnings: insteadBecause === null ? [] : [warning] };
}

function requireNetwork({ name, network }: GroupRequest["sandbox"]): void {
  const { networks } = sandboxKind(name).traits();
  if (networks.includes(network)) return;
  const others = sandboxNamesWhere((traits) => traits.networks.includes(network));
  throw new UsageError(
    `--network ${network} needs --sandbox ${others.join(" or ")}: ${name} only has ${networks.join(" and ")}.`,
  );
}

async function requirePrepared({ competitions, dataDirectory, edition }: GroupRequest): Promise<void> {
  const missing: string[] = [];
  for (const id of competitions) {
    if (!isPrepared(await preparedState(loadFacts(id), dataDirectory, edition))) missing.push(id);
  }
  if (missing.length === 0) return;
  const where = dataDirectory === resolve(defaultDataDirectory()) ? "" : ` --data-dir ${dataDirectory}`;
  throw new MissingData(
    `Not prepared in ${dataDirectory}: ${missing.join(", ")}. Run \`mlebench prepare -c ${missing.join(" ")}${where}\`.`,
  );
}

/** Whether the sandbox can be opened for this agent is better known before a hundred runs fail on it. */
async function requireSandbox(agent: Agent, request: GroupRequest): Promise<void> {
  const { competitions, dataDirectory, edition, sandbox } = request;
  const scratch = await mkdtemp(join(tmpdir(), "mlebench-check-"));
  try {
    const competitionId = competitions[0];
    if (competitionId === undefined) throw new UsageError("There are no competitions in that selection.");
    const publicData = join(competitionFolder(dataDirectory, competitionId, edition).prepared, "public");
    const needs = await agent.needs({ competitionId, publicData, scratch });
    const reason = await (await sandboxFor(sandbox, needs)).unavailable();
    if (reason === null) return;
    throw new SandboxUnavailable(`The sandbox ${sandbox.name} cannot be used: ${reason}${imageHint(reason, needs)}`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** How to get an image that is not there. */
function imageHint(reason: string, { image }: AgentNeeds): string {
  if (!reason.startsWith("There is no image")) return "";
  return image === undefined
    ? ` \`mlebench image build\` makes ${environmentImage}; --image names another.`
    : " `mlebench image build --agent DIR` makes it from the agent's folder.";
}
