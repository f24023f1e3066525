import { basename } from "node:path";
import { listSplits } from "../../facts/splits.ts";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { UsageError } from "../../lib/errors.ts";
import { sandboxKinds } from "../../sandboxes/index.ts";
import type { RunOptions } from "../commands/run.options.ts";
import { positiveInteger, positiveNumber } from "../options.ts";

/** What `mlebench run` is asked for, the container settings of `-T compose_overrides` included. */
export type AskedOptions = RunOptions & { readonly composeOverrides?: string };

/** What one of Inspect's parameters means here. */
type Meaning = (value: string) => Partial<AskedOptions>;

/** Inspect's parameters of its MLE-bench tasks, by its names. */
const parameters: Readonly<Record<string, Meaning>> = {
  split: (value) => readSplit(value),
  epochs: (value) => ({ seeds: String(positiveInteger(value)) }),
  max_messages: (value) => ({ maxMessages: positiveInteger(value) }),
  cpu_override: (value) => ({ cpus: positiveNumber(value) }),
  mem_override: (value) => ({ memory: `${positiveNumber(value)}g` }),
  gpu_count: (value) => ({ gpus: positiveInteger(value) }),
  gpu_driver: (value) => oneOf(["nvidia"], value, {}),
  docker_image_name: (value) => ({ image: value }),
  sandbox_type: (value) =>
    oneOf(
      sandboxKinds.map(({ name }) => name),
      value,
      { sandbox: value },
    ),
  data_dir: (value) => ({ dataDir: value }),
  compose_overrides: (value) => ({ composeOverrides: value }),
  skip_tos_check: (value) => (readBoolean(value) ? { skipRulesCheck: true } : {}),
  force_rebuild: (value) => {
    if (!readBoolean(value)) return {};
    throw new UsageError("not supported, because images are built beforehand: use `mlebench image build`.");
  },
  solver: () => refuse("not supported: name an agent with --agent"),
  scorer: () => refuse("not supported: submissions are graded by their competition's metric"),
  sandbox_config: () => refuse("not supported, because it is Python code: use --container-config FILE"),
};

/** The option that says the same as each parameter's, for messages. */
const optionNames: Partial<Record<keyof AskedOptions, string>> = {
  split: "--split",
  list: "--list",
  competitionId: "-c",
  maxMessages: "--max-messages",
  cpus: "--cpus",
  memory: "--memory",
  gpus: "--gpus",
  image: "--image",
  sandbox: "--sandbox",
  dataDir: "--data-dir",
  composeOverrides: "--container-config",
};

/**
 * The options that `-T name=value` stands for.
 *
 * @throws UsageError naming a parameter that is unknown, is not supported, has a wrong value, or is given as an option as well.
 */
export function readTaskParameters(given: RunOptions): Partial<AskedOptions> {
  const read: Partial<AskedOptions> = {};
  for (const text of given.taskParameter ?? []) {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined) throw new UsageError(`-T: Expected NAME=VALUE, found \`${text}\`.`);
    if (!Object.hasOwn(parameters, name)) {
      const names = Object.keys(parameters);
      throw new UsageError(`-T ${name}: there is no such parameter.${didYouMean(name, names)}`);
    }
    const options = meaningOf(name, value!);
    for (const key of Object.keys(options) as (keyof AskedOptions)[]) {
      const twin = key === "composeOverrides" ? given.containerConfig : given[key as keyof RunOptions];
      const option = optionNames[key];
      if (twin !== undefined && option !== undefined) throw new UsageError(`Give -T ${name} or ${option}, not both.`);
    }
    Object.assign(read, options);
  }
  return read;
}

function meaningOf(name: string, value: string): Partial<AskedOptions> {
  try {
    return parameters[name]!(value);
  } catch (error) {
    throw new UsageError(`-T ${name}: ${(error as Error).message}`, { cause: error });
  }
}

/** A bare file name means a split of the benchmark, or its one competition; a path, a list of ids. */
function readSplit(value: string): Partial<AskedOptions> {
  if (basename(value) !== value) return { list: value };
  const name = value.replace(/\.txt$/, "");
  return listSplits().includes(name) || name === "lite" ? { split: name } : { competitionId: [name] };
}

function readBoolean(value: string): boolean {
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === "true";
  throw new UsageError(`Expected true or false, found \`${value}\`.`);
}

function oneOf(choices: readonly string[], value: string, meaning: Partial<AskedOptions>): Partial<AskedOptions> {
  if (choices.includes(value)) return meaning;
  throw new UsageError(`Expected ${choices.join(" or ")}, found \`${value}\`.`);
}

function refuse(why: string): never {
  throw new UsageError(`${why}.`);
}
