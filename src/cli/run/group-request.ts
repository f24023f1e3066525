import { resolve } from "node:path";
import type { AgentChoice } from "../../agents/agent-choice.ts";
import { agentKind } from "../../agents/index.ts";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { defaultEdition } from "../../facts/editions.ts";
import type { GroupRequest } from "../../runs/execution/start-group.ts";
import { defaultSandbox, sandboxNamesWhere } from "../../sandboxes/index.ts";
import type { RunOptions } from "../commands/run.options.ts";
import { chooseLimits, chooseSandbox, chooseSeeds } from "./parse-options.ts";

/** The group that the options of `mlebench run` describe, and what users should know about it. */
export async function groupRequest(
  competitions: readonly string[],
  options: RunOptions,
  agent: AgentChoice,
): Promise<{ request: GroupRequest; warnings: readonly string[] }> {
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
  if (options.containerConfig === undefined) return { request: plain, warnings };
  // Loads the YAML parser.
  const { applyContainerConfig } = await import("./container-config.ts");
  const request = applyContainerConfig(plain, options.containerConfig, {
    allowUnsafe: options.allowUnsafe ?? false,
  });
  return { request, warnings };
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
