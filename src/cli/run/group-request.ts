import { resolve } from "node:path";
import type { AgentChoice } from "../../agents/agent-choice.ts";
import { agentKind } from "../../agents/index.ts";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { defaultEdition } from "../../facts/editions.ts";
import { UsageError } from "../../lib/errors.ts";
import type { GroupRequest } from "../../runs/execution/plan-group.ts";
import { defaultSandbox, isIsolated, sandboxNamesWhere } from "../../sandboxes/index.ts";
import type { RunOptions } from "../commands/run.options.ts";
import { chooseLimits, chooseSandbox, chooseSeeds } from "./parse-options.ts";
import { requestedModels } from "./requested-models.ts";
import type { AskedOptions } from "./task-parameters.ts";

const composeParameter = "-T compose_overrides";

/** The group that the options of `mlebench run` describe. */
export async function groupRequest(
  competitions: readonly string[],
  options: AskedOptions,
  agent: AgentChoice,
): Promise<GroupRequest> {
  const name = await sandboxName(agent.name, options);
  requireConsent(name, options);
  const models = await requestedModels(options, agent.name);
  const plain: GroupRequest = {
    edition: defaultEdition,
    agent,
    competitions: [...competitions],
    seeds: chooseSeeds(options.seeds),
    ...chooseLimits({ ...options, ...defaultRehearsals(agent, options) }),
    sandbox: await chooseSandbox(name, options),
    ...(models === null ? {} : { models }),
    dataDirectory: resolve(options.dataDir ?? defaultDataDirectory()),
    retain: options.retain ?? false,
  };
  const { containerConfig, composeOverrides, allowUnsafe = false, network } = options;
  if (containerConfig === undefined && composeOverrides === undefined) return plain;
  // Loads the YAML parser.
  const { applyContainerConfig, containerFile } = await import("./container-config.ts");
  const config =
    containerConfig === undefined
      ? { option: composeParameter, name: composeParameter, text: () => composeOverrides!, isCompose: true }
      : containerFile(containerConfig);
  return applyContainerConfig(plain, config, { allowUnsafe, network });
}

/** Enough for every experiment of a long search, and its ensembles. */
const rehearsalsOfSearch = 2000;

/** Scores for agents that are judged by rehearsals, unless the user says how many. */
function defaultRehearsals({ name }: AgentChoice, { rehearsals }: RunOptions): Pick<RunOptions, "rehearsals"> {
  return rehearsals === undefined && agentKind(name).rehearses === true ? { rehearsals: rehearsalsOfSearch } : {};
}

/** The one that was asked for; the first that takes an image, if there is one to run; otherwise the best available. */
async function sandboxName(agent: string, options: RunOptions): Promise<string> {
  if (options.sandbox !== undefined) return options.sandbox;
  if (agentKind(agent).ownImage || options.image !== undefined) {
    return sandboxNamesWhere(({ takesImage }) => takesImage)[0]!;
  }
  return (await defaultSandbox()).name;
}

/** Without isolation, an agent of root's can read and change everything on the machine. */
function requireConsent(sandbox: string, { allowUnsafe }: RunOptions): void {
  if (isIsolated(sandbox) || process.getuid?.() !== 0 || allowUnsafe) return;
  throw new UsageError(
    `--sandbox ${sandbox} would let the agent read and change everything on this machine, because you are root. ` +
      "Use an isolating sandbox (`mlebench doctor` shows which work here), run as another user, or add --allow-unsafe.",
  );
}
