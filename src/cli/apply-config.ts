import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { ConfigLimits } from "../config/config.ts";
import { configVariable, useConfig } from "../config/current-config.ts";
import { findConfig } from "../config/find-config.ts";

/** The options of `mlebench run` that a config file has defaults for. */
const limitOptions: Readonly<Record<keyof ConfigLimits, string>> = {
  time: "timeLimit",
  memory: "memory",
  cpus: "cpus",
  gpus: "gpus",
  disk: "disk",
  fileSize: "fileSize",
  processes: "processes",
  output: "outputLimit",
};

/** Reads the config file, if there is one, before a command runs, and sets those options that the user has not set. */
export async function applyConfig(command: CommandUnknownOpts): Promise<void> {
  const { config: given } = command.opts() as { config?: string };
  const file = given ?? (process.env[configVariable] || findConfig(process.cwd()));
  if (!file) return;
  const { limits, sandbox } = await useConfig(file);
  for (const [limit, value] of Object.entries(limits)) {
    preset(command, limitOptions[limit as keyof ConfigLimits], String(value));
  }
  if (sandbox !== undefined) preset(command, "sandbox", sandbox);
}

/** The command line and the environment win over the config file, which wins over the default. */
function preset(command: CommandUnknownOpts, name: string, text: string): void {
  const option = command.options.find((each) => each.attributeName() === name);
  const source = command.getOptionValueSource(name);
  if (option === undefined || (source !== undefined && source !== "default")) return;
  const value = option.parseArg === undefined ? text : option.parseArg(text, undefined);
  command.setOptionValueWithSource(name, value, "config");
}
