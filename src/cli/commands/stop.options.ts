import { Command } from "@commander-js/extra-typings";
import { json, type OptionsOf, runDirectory, waysToName } from "../options.ts";

export const stop = new Command("stop")
  .description("Stop a run group or a run; the same `run` command continues it")
  .argument("<run-or-group>", `A run or a run group: ${waysToName}`)
  .option("--wait", "Return once it has stopped")
  .addOption(runDirectory())
  .addOption(json());

export type StopOptions = OptionsOf<typeof stop>;
