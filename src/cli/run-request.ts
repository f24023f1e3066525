import { existsSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { UsageError } from "../lib/errors.ts";
import { parseDuration, parseMemory } from "../lib/parse-quantity.ts";
import { mostRuns, type Resources } from "../runs/execution/leases.ts";
import type { AgentChoice, HostSettings, RunLimits, SandboxChoice } from "../runs/record/group-plan.ts";
import type { RunOptions } from "./commands/run.options.ts";

/** Most of what an agent prints is kept, but not a flood. */
const defaultOutputBytes = 256 * 2 ** 20;

/**
 * The agent that the options name: a built-in one, a folder with a config.yaml (upstream's form), or, without a name, the
 * command that follows `--`.
 */
export function chooseAgent(options: RunOptions, command: readonly string[]): AgentChoice {
  const settings = {
    ...(options.label === undefined ? {} : { label: options.label }),
    ...(options.env === undefined ? {} : { environment: Object.fromEntries(options.env.map(splitVariable)) }),
    ...(options.passEnv === undefined ? {} : { passEnvironment: options.passEnv }),
    ...(options.answers === undefined ? {} : { answers: resolve(options.answers) }),
    ...(command.length === 0 ? {} : { command: [...command] }),
  };
  const named = options.agent ?? (options.agentDir === undefined ? options.agentId : undefined);
  const folder = options.agentDir ?? (named !== undefined && isFolder(named) ? named : undefined);
  if (folder !== undefined && !isFolder(folder)) throw new UsageError(`There is no folder ${folder}.`);
  if (folder !== undefined && (named === undefined || named === folder || named === "container")) {
    if (command.length > 0) return { ...settings, name: "command", directory: resolve(folder) };
    const id = options.agentId ?? (existsSync(join(folder, "config.yaml")) ? basename(resolve(folder)) : undefined);
    return { ...settings, name: "container", directory: resolve(folder), ...(id === undefined ? {} : { id }) };
  }
  const name = named ?? (command.length > 0 ? "command" : undefined);
  if (name === undefined) {
    throw new UsageError("Say which agent: --agent NAME (see `mlebench agents`), or a command after `--`.");
  }
  return { ...settings, name, ...(folder === undefined ? {} : { directory: resolve(folder) }) };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function splitVariable(text: string): [name: string, value: string] {
  const equals = text.indexOf("=");
  if (equals < 1) throw new UsageError(`--env: Expected NAME=VALUE, found \`${text}\`.`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

const mostSeeds = 10_000;

/** Seeds from 0: "3" is three of them; "0,4,7" are these. */
export function chooseSeeds(text = "1"): number[] {
  if (/^[1-9]\d*$/.test(text)) {
    if (Number(text) > mostSeeds) throw new UsageError(`--seeds: Expected at most ${mostSeeds}, found \`${text}\`.`);
    return Array.from({ length: Number(text) }, (_, seed) => seed);
  }
  if (/^\d+(,\d+)+,?$|^\d+,$/.test(text)) {
    return [...new Set(text.split(",").filter(Boolean).map(Number))];
  }
  throw new UsageError(`--seeds: Expected a number of seeds, or seeds such as 0,4,7, found \`${text}\`.`);
}

export function chooseLimits(options: RunOptions): RunLimits {
  const { memory, cpus, gpus, processes, disk, fileSize, outputLimit } = options;
  return {
    wallClockMs: option("--time-limit", parseDuration, options.timeLimit),
    ...(memory === undefined ? {} : { memoryMb: option("--memory", parseMemory, memory) }),
    ...(cpus === undefined ? {} : { cpus }),
    ...(gpus === undefined ? {} : { gpus }),
    ...(processes === undefined ? {} : { processes }),
    ...(disk === undefined ? {} : { diskMb: option("--disk", parseMemory, disk) }),
    ...(fileSize === undefined ? {} : { fileSizeMb: option("--file-size", parseMemory, fileSize) }),
    outputBytes:
      outputLimit === undefined
        ? defaultOutputBytes
        : Math.max(1, Math.round(option("--output-limit", parseMemory, outputLimit) * 2 ** 20)),
  };
}

/** What an option's text means; what is wrong with it is said with the option's name. */
function option(name: string, parse: (text: string) => number, text: string): number {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${name}: ${error.message}`, { cause: error });
  }
}

/** The sandbox by name; what a container-config file says comes on top, see `applyContainerConfig`. */
export function chooseSandbox(name: string, options: RunOptions): SandboxChoice {
  return {
    name,
    network: options.network,
    ...(options.image === undefined ? {} : { image: options.image }),
    ...(options.socket === undefined ? {} : { socket: options.socket }),
    ...(options.shmSize === undefined ? {} : { shmMb: option("--shm-size", parseMemory, options.shmSize) }),
  };
}

/** As many runs at once as were asked for and fit; one, when nothing says how much a run takes; never more than cpus by itself. */
export function chooseSettings(options: RunOptions, limits: RunLimits, machine: Resources): HostSettings {
  const most = mostRuns(limits, machine);
  const jobs = options.jobs ?? (Number.isFinite(most) ? machine.cpus : 1);
  return {
    jobs: Math.min(jobs, most),
    retries: options.retries,
    ...(options.budget === undefined ? {} : { budgetMs: option("--budget", parseDuration, options.budget) }),
  };
}
