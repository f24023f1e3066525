import { Command } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf, runDirectory, waysToName } from "../options.ts";

export const logs = new Command("logs")
  .description("Print what the agent of a run has printed, or for a run group that of all its runs")
  .argument("<run-or-group>", `A run or a run group: ${waysToName}`)
  .option("-f, --follow", "Keep printing until it ends")
  .option("--host", "Print the log of the run group's host instead")
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText("after", examples("logs my-group --follow", "logs my-group/spaceship-titanic_seed-0"));

export type LogsOptions = OptionsOf<typeof logs>;
