import type { Command, OptionValues } from "@commander-js/extra-typings";
import { type RunOptions, run } from "../commands/run.options.ts";

/** A command that takes the options of `mlebench run`, too, except for some. */
export function withRunOptions<Arguments extends unknown[], Own extends OptionValues, Except extends keyof RunOptions>(
  command: Command<Arguments, Own>,
  except: readonly Except[],
): Command<Arguments, Own & Omit<RunOptions, Except>> {
  const left: ReadonlySet<string> = new Set(except);
  for (const option of run.options) if (!left.has(option.attributeName())) command.addOption(option);
  // For what is added to every command later.
  command.optionsGroup("Options:");
  return command as unknown as Command<Arguments, Own & Omit<RunOptions, Except>>;
}
