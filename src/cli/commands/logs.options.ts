import { Command } from "@commander-js/extra-typings";
import { json, type OptionsOf, runDirectory } from "../options.ts";

export const logs = new Command("logs")
  .description("Print the output of a run's agent, or the log of a run group's host")
  .argument("<name>", "A run or a run group: its name or folder")
  .option("-f, --follow", "Keep printing until it ends")
  .addOption(runDirectory())
  .addOption(json());

export type LogsOptions = OptionsOf<typeof logs>;
