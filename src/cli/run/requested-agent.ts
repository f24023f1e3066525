import { existsSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { AgentChoice } from "../../agents/agent-choice.ts";
import { agentKind, chooseAgent } from "../../agents/index.ts";
import { mergeSettings } from "../../agents/settings/merge-settings.ts";
import { readAssignments } from "../../agents/settings/read-assignments.ts";
import { readSettingsFile } from "../../agents/settings/read-settings-file.ts";
import { UsageError } from "../../lib/errors.ts";
import type { RunOptions } from "../commands/run.options.ts";

type AgentOptions = Pick<
  RunOptions,
  "agent" | "agentId" | "agentDir" | "answers" | "label" | "env" | "passEnv" | "set" | "settings"
>;

/** The agent that the options of `mlebench run` ask for. `--set` wins over the other options, those over `--settings`. */
export async function requestedAgent(options: AgentOptions, command: readonly string[]): Promise<AgentChoice> {
  const { label, set = [], settings: file } = options;
  const { name, settings } = readShorthands(options, command);
  const fromFile = file === undefined ? {} : await readSettingsFile(file);
  const assigned = readAssignments(agentKind(name).settings, set);
  return chooseAgent(name, {
    ...(label === undefined ? {} : { label }),
    settings: mergeSettings(fromFile, settings, assigned),
  });
}

/**
 * The agent's name and the settings that have options of their own. The name is a built-in agent, or left out for a folder
 * with a config.yaml (upstream's form) or for the command after `--`.
 */
function readShorthands(
  options: AgentOptions,
  command: readonly string[],
): { readonly name: string; readonly settings: Record<string, unknown> } {
  const settings = {
    ...(options.env === undefined ? {} : { environment: Object.fromEntries(options.env.map(splitVariable)) }),
    ...(options.passEnv === undefined ? {} : { pass_environment: options.passEnv }),
    ...(options.answers === undefined ? {} : { answers: options.answers }),
    ...(command.length === 0 ? {} : { command }),
  };
  const named = options.agent ?? (options.agentDir === undefined ? options.agentId : undefined);
  const folder = options.agentDir ?? (named !== undefined && isFolder(named) ? named : undefined);
  if (folder !== undefined && !isFolder(folder)) throw new UsageError(`There is no folder ${folder}.`);
  if (folder !== undefined && (named === undefined || named === folder || named === "container")) {
    if (command.length > 0) return { name: "command", settings: { ...settings, directory: folder } };
    const id = options.agentId ?? (existsSync(join(folder, "config.yaml")) ? basename(resolve(folder)) : undefined);
    return { name: "container", settings: { ...settings, directory: folder, ...(id === undefined ? {} : { id }) } };
  }
  const name = named ?? (command.length > 0 ? "command" : undefined);
  if (name === undefined) {
    throw new UsageError("Choose an agent with --agent NAME (see `mlebench agents`), or give a command after `--`.");
  }
  return { name, settings: { ...settings, ...(folder === undefined ? {} : { directory: folder }) } };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function splitVariable(text: string): [name: string, value: string] {
  const equals = text.indexOf("=");
  if (equals < 1) throw new UsageError(`--env: Expected NAME=VALUE, found \`${text}\`.`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}
