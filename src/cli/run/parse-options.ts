import { UsageError } from "../../lib/errors.ts";
import { parseDuration, parseMemory } from "../../lib/parse-quantity.ts";
import { mostRuns, type Resources } from "../../runs/execution/leases.ts";
import { choosePython } from "../../runs/mounts/python-places.ts";
import { readMounts } from "../../runs/mounts/requested-mounts.ts";
import type {
  DerivableLimit,
  GroupPlan,
  HostSettings,
  RunLimits,
  SandboxChoice,
} from "../../runs/record/group-plan.ts";
import { sandboxKind } from "../../sandboxes/index.ts";
import type { RunOptions } from "../commands/run.options.ts";
import { unlimited } from "../options.ts";

/** Enough for the whole output of most agents. */
const defaultOutputBytes = 256 * 2 ** 20;

const mostSeeds = 10_000;

/** "3" means the seeds 0, 1 and 2; "0,4,7" means these three. */
export function chooseSeeds(text = "1"): number[] {
  if (/^[1-9]\d*$/.test(text)) {
    if (Number(text) > mostSeeds) throw new UsageError(`--seeds: Expected at most ${mostSeeds}, found \`${text}\`.`);
    return Array.from({ length: Number(text) }, (_, seed) => seed);
  }
  if (/^\d+(,\d+)+,?$|^\d+,$/.test(text)) {
    return [...new Set(text.split(",").filter(Boolean).map(Number))];
  }
  throw new UsageError(`--seeds: Expected a number of seeds or a list such as 0,4,7, found \`${text}\`.`);
}

/** The limits that are asked for, and those that are to be turned off. The others are derived; see `deriveLimits`. */
export function chooseLimits(options: RunOptions): Pick<GroupPlan, "limits" | "unlimited"> {
  const { memory, processes, disk, fileSize } = options;
  const given = { memoryMb: memory, processes, diskMb: disk, fileSizeMb: fileSize };
  const off = Object.entries(given).flatMap(([name, value]) => (value === unlimited ? [name as DerivableLimit] : []));
  return { limits: askedFor(options), ...(off.length === 0 ? {} : { unlimited: off }) };
}

function askedFor(options: RunOptions): RunLimits {
  const { memory, cpus, gpus, processes, disk, fileSize, outputLimit } = options;
  const { maxCost, maxTokens, maxCalls, maxMessages, rehearsals } = options;
  const size = (name: string, value: string): number => option(name, parseMemory, value);
  return {
    wallClockMs: option("--time-limit", parseDuration, options.timeLimit),
    ...(isLimit(memory) ? { memoryMb: size("--memory", memory) } : {}),
    ...(cpus === undefined ? {} : { cpus }),
    ...(gpus === undefined ? {} : { gpus }),
    ...(isLimit(processes) ? { processes } : {}),
    ...(isLimit(disk) ? { diskMb: size("--disk", disk) } : {}),
    ...(isLimit(fileSize) ? { fileSizeMb: size("--file-size", fileSize) } : {}),
    ...(options.workingTime ? { workingTime: true } : {}),
    ...(maxCost === undefined ? {} : { maxCost }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(maxCalls === undefined ? {} : { maxCalls }),
    ...(maxMessages === undefined ? {} : { maxMessages }),
    ...(rehearsals ? { rehearsals } : {}),
    outputBytes:
      outputLimit === undefined
        ? defaultOutputBytes
        : Math.max(1, Math.round(option("--output-limit", parseMemory, outputLimit) * 2 ** 20)),
  };
}

function isLimit<T extends string | number>(value: T | undefined): value is Exclude<T, typeof unlimited> {
  return value !== undefined && value !== unlimited;
}

/** Parses the text of an option. Errors name the option. */
function option(name: string, parse: (text: string) => number, text: string): number {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${name}: ${error.message}`, { cause: error });
  }
}

/** Settings of a container-config file are added later, see `applyContainerConfig`. */
export async function chooseSandbox(name: string, options: RunOptions): Promise<SandboxChoice> {
  return {
    name,
    network: options.network ?? "none",
    ...(options.image === undefined ? {} : { image: options.image }),
    ...(options.socket === undefined ? {} : { socket: options.socket }),
    ...(options.shmSize === undefined ? {} : { shmMb: option("--shm-size", parseMemory, options.shmSize) }),
    ...(options.mount === undefined ? {} : { mounts: readMounts(options.mount) }),
    ...(options.python === undefined ? {} : { python: await choosePython(options.python, sandboxKind(name).traits()) }),
  };
}

/** Runs at once: as many as requested and fit. Default: one per cpu if the limits say how much a run takes, else one. */
export function chooseSettings(options: RunOptions, limits: RunLimits, machine: Resources): HostSettings {
  const { gradingMemory, budgetCost, maxConnections } = options;
  const most = mostRuns(limits, machine);
  const jobs = options.jobs ?? (Number.isFinite(most) ? machine.cpus : 1);
  return {
    jobs: Math.min(jobs, most),
    retries: options.retries,
    ...(options.budget === undefined ? {} : { budgetMs: option("--budget", parseDuration, options.budget) }),
    ...(budgetCost === undefined ? {} : { budgetCost }),
    ...(maxConnections === undefined ? {} : { maxConnections }),
    ...(gradingMemory === undefined ? {} : { gradingMemoryMb: option("--grading-memory", parseMemory, gradingMemory) }),
    ...(options.verifyData === undefined ? {} : { verifyData: options.verifyData }),
  };
}
