import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { UsageError } from "../../lib/errors.ts";
import { findConfigs } from "./find-configs.ts";
import { type ParsedYaml, parseYaml } from "./parse-yaml.ts";
import { type PythonMapping, type PythonValue, pythonText } from "./python-value.ts";

/** One agent in upstream's layout: a folder with a Dockerfile, a start script and a config.yaml, which may hold several. */
export interface AgentFolder {
  /** The key in config.yaml: `aide`, `aide/dev`. */
  readonly id: string;
  /** The folder of its config.yaml; its image is built from it. */
  readonly folder: string;
  readonly start: string;
  readonly dockerfile: string;
  /** The start script's arguments, with Python's values. */
  readonly kwargs: ReadonlyMap<string, PythonValue>;
  readonly kwargsType: "argparse" | "omegaconf" | null;
  /** The container's environment variables. A value may refer to a secret. */
  readonly environment: ReadonlyMap<string, PythonValue>;
  /** Host environment variables that `kwargs` and `environment` refer to. */
  readonly secrets: readonly string[];
  readonly privileged: boolean;
  /** The name of its image, which all agents of the folder with the same Dockerfile share. */
  readonly image: string;
}

/**
 * Reads an agent in upstream's layout. `directory` is its folder or one above it. Without an `id` it is the agent named like
 * the folder, or the only one. Its secrets need not be set yet.
 *
 * @throws UsageError when there is no such agent, or its configuration is incomplete.
 */
export async function readAgentFolder(directory: string, id?: string): Promise<AgentFolder> {
  const [found, ...others] = (await listAgents(directory)).filter((each) => id === undefined || each.id === id);
  const own = [found, ...others].find((each) => each?.id === basename(resolve(directory)));
  if (id === undefined && own === undefined && others.length > 0) {
    const ids = [found!, ...others].map((each) => each.id);
    throw new UsageError(`${directory} holds several agents; say which: ${ids.join(", ")}.`);
  }
  const chosen = own ?? found ?? (await hiddenAgent(directory, id));
  return chosen.read();
}

/** An agent that a config.yaml names. `read` throws `UsageError` when its entry is invalid. */
export interface ListedAgent {
  readonly id: string;
  readonly config: string;
  read(): AgentFolder;
}

/**
 * The agents of every config.yaml at or below a folder, without helper entries: those that lack `start` and `dockerfile`, and
 * those that only serve as templates for others.
 */
export async function listAgents(directory: string): Promise<ListedAgent[]> {
  return (await entries(directory)).filter(({ isHelper }) => !isHelper);
}

/** Upstream: any key of a config.yaml can be asked for as an agent, templates included. */
async function hiddenAgent(directory: string, id: string | undefined): Promise<ListedAgent> {
  const all = await entries(directory);
  const hidden = all.find((each) => each.id === id);
  if (hidden !== undefined) return hidden;
  const ids = all.filter(({ isHelper }) => !isHelper).map((each) => each.id);
  if (id === undefined) throw new UsageError(`There is no agent at or below ${directory}: no config.yaml names one.`);
  const known = ids.length === 0 ? "There is none" : `There are ${ids.join(", ")}`;
  throw new UsageError(`There is no agent \`${id}\` at or below ${directory}.${didYouMean(id, ids)} ${known}.`);
}

async function entries(directory: string): Promise<(ListedAgent & { readonly isHelper: boolean })[]> {
  const found: (ListedAgent & { readonly isHelper: boolean })[] = [];
  for (const config of await findConfigs(resolve(directory))) {
    const { content, templates }: ParsedYaml = parseYaml(readFileSync(config, "utf8"), config);
    if (!(content instanceof Map)) continue;
    const name = basename(dirname(config));
    for (const [id, entry] of content) {
      const isNamed = id === name || id.startsWith(`${name}/`);
      const isComplete = entry instanceof Map && entry.has("start") && entry.has("dockerfile");
      const isHelper = isNamed ? !(entry instanceof Map) : !isComplete || templates.has(id);
      found.push({ id, config, isHelper, read: () => readEntry(id, entry, config) });
    }
  }
  return found;
}

function readEntry(id: string, entry: PythonValue, config: string): AgentFolder {
  const wrong = (what: string): UsageError => new UsageError(`The agent \`${id}\` of ${config}: ${what}.`);
  if (!(entry instanceof Map)) throw wrong("expected a mapping");
  const folder = dirname(config);
  const file = (key: string): string => {
    const value = entry.get(key);
    if (typeof value !== "string") throw wrong(`the key \`${key}\` is missing`);
    // Upstream: paths are relative to the folder that holds all agents, one level up.
    const path = join(dirname(folder), value);
    const place = existsSync(path) ? path : join(folder, basename(value));
    if (statSync(place, { throwIfNoEntry: false })?.isFile()) return place;
    throw wrong(`\`${key}\` names ${relative(dirname(folder), path)}, which is not in ${dirname(folder)}`);
  };
  const mapping = (key: string): PythonMapping => {
    const value = entry.get(key) ?? new Map<string, PythonValue>();
    if (value instanceof Map) return value;
    throw wrong(`\`${key}\` must be a mapping, found ${pythonText(value)}`);
  };
  const kwargs = mapping("kwargs");
  const environment = mapping("env_vars");
  const privileged = entry.get("privileged") ?? false;
  if (typeof privileged !== "boolean")
    throw wrong(`\`privileged\` must be True or False, found ${pythonText(privileged)}`);
  const kwargsType = entry.get("kwargs_type") ?? null;
  if (kwargsType === null && kwargs.size > 0) throw wrong("`kwargs` need a `kwargs_type`: argparse or omegaconf");
  if (kwargsType !== null && kwargsType !== "argparse" && kwargsType !== "omegaconf") {
    throw wrong(`\`kwargs_type\` must be argparse or omegaconf, found ${pythonText(kwargsType)}`);
  }
  const dockerfile = file("dockerfile");
  const secrets = [...kwargs.values(), ...environment.values()].flatMap((value) => secretOf(value) ?? []);
  return {
    id,
    folder,
    start: file("start"),
    dockerfile,
    kwargs,
    kwargsType,
    environment,
    secrets: [...new Set(secrets)],
    privileged,
    image: agentImageName(folder, dockerfile),
  };
}

/** As engines accept it: `agents/aide/Dockerfile` -> `mlebench-agent-aide`, its `Dockerfile.gpu` -> `mlebench-agent-aide-dockerfile.gpu`. */
function agentImageName(folder: string, dockerfile: string): string {
  const other = relative(folder, dockerfile);
  const name = `${basename(folder)}${other === "Dockerfile" ? "" : `-${other}`}`
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "");
  return `mlebench-agent-${name}`;
}

/** The variable that a value such as `${{ secrets.NAME }}` refers to. Upstream: anything after it is dropped. */
export function secretOf(value: PythonValue): string | null {
  return typeof value === "string" ? (/^\$\{\{\s*secrets\.(\w+)\s*\}\}/.exec(value)?.[1] ?? null) : null;
}
