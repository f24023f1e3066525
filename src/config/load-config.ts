import { dirname, resolve } from "node:path";
import type { z } from "zod";
import type { AgentKind } from "../agents/agent-kind.ts";
import { registerAgent } from "../agents/index.ts";
import { registerDefinition } from "../competitions/index.ts";
import { listKnownIds, registerFacts } from "../facts/facts.ts";
import { registerSplit } from "../facts/splits.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { UsageError } from "../lib/errors.ts";
import { checkShape } from "./check-shape.ts";
import { completeFacts } from "./complete-facts.ts";
import { type Config, configSchema, splitsSchema } from "./config.ts";
import { type LoadedConfig, useConfig } from "./current-config.ts";
import { findNamed, importFile } from "./import-module.ts";
import { agentSchema, competitionSchema, type OwnCompetition } from "./unit-schemas.ts";

/** The split of all competitions of a config file. */
const configSplit = "config";
/** Its ids. A file that extends another one adds to them. */
const configured: string[] = [];

/** Reads a config file and makes its competitions, agents and splits known. */
export async function loadConfig(file: string): Promise<LoadedConfig> {
  const config = checkShape(configSchema, await importFile(file), file) as Config;
  const base = config.extends === undefined ? null : await baseOf(file, config.extends);
  for (const { place, value } of await unitsOf(config.competitions, "competitions", file)) {
    const competition = checkShape<unknown>(competitionSchema, value, place) as OwnCompetition;
    registered(place, () => registerFacts(completeFacts(competition)));
    registerDefinition(competition);
    configured.push(competition.id);
  }
  for (const { place, code, value } of await unitsOf(config.agents, "agents", file)) {
    const kind = checkShape<unknown>(agentSchema as z.ZodType, value, place) as AgentKind;
    registered(place, () => registerAgent(withCode(kind, code)));
  }
  await addSplits(config.splits ?? {}, file);
  if (base === null) registered(file, () => registerSplit(configSplit, configured));
  const folder = (path: string | undefined) => (path === undefined ? undefined : resolve(dirname(file), path));
  const { limits, sandbox = base?.sandbox, folders } = config;
  return {
    file,
    limits: { ...base?.limits, ...limits },
    sandbox,
    dataDirectory: folder(folders?.data) ?? base?.dataDirectory,
    runDirectory: folder(folders?.runs) ?? base?.runDirectory,
  };
}

/** Config files that wait for the one they extend. */
const extending = new Set<string>();

async function baseOf(file: string, name: string): Promise<LoadedConfig> {
  const base = findNamed(name, file);
  extending.add(file);
  try {
    if (extending.has(base)) throw new UsageError(`${file}: \`extends\` leads back to ${base}.`);
    return await useConfig(base);
  } finally {
    extending.delete(file);
  }
}

interface Unit {
  /** For messages: the file, or the field of the config file. */
  readonly place: string;
  /** The file that defines it. */
  readonly code: string;
  readonly value: unknown;
}

async function unitsOf(listed: readonly unknown[] = [], field: string, config: string): Promise<Unit[]> {
  const units: Unit[] = [];
  for (const [index, each] of listed.entries()) {
    if (typeof each !== "string") units.push({ place: `${config}, ${field}[${index}]`, code: config, value: each });
    else {
      const place = findNamed(each, config);
      const value = await importFile(place);
      for (const one of Array.isArray(value) ? value : [value]) units.push({ place, code: place, value: one });
    }
  }
  return units;
}

/** The file that defines an agent is one of its parts: a group never mixes results from before and after a change. */
function withCode(kind: AgentKind, code: string): AgentKind {
  const parts: AgentKind["parts"] = async (settings) => {
    const declared = await kind.parts?.(settings);
    return { ...declared, files: { code, ...declared?.files }, ownFiles: true };
  };
  return { ...kind, parts };
}

async function addSplits(splits: NonNullable<Config["splits"]>, config: string): Promise<void> {
  const place = typeof splits === "string" ? findNamed(splits, config) : config;
  const value = typeof splits === "string" ? await importFile(place) : splits;
  const known = listKnownIds();
  for (const [name, ids] of Object.entries(checkShape(splitsSchema, value, place))) {
    const unknown = ids.find((id) => !known.includes(id));
    if (unknown !== undefined) {
      const hint = didYouMean(unknown, known);
      throw new UsageError(`${place}: The split \`${name}\` names \`${unknown}\`, which does not exist.${hint}`);
    }
    registered(place, () => registerSplit(name, ids));
  }
}

/** Adds the place to what a registry refuses. */
function registered(place: string, register: () => void): void {
  try {
    register();
  } catch (cause) {
    throw new UsageError(`${place}: ${(cause as Error).message}`, { cause });
  }
}
