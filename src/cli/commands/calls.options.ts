import { Command } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf, runDirectory } from "../options.ts";

export const calls = new Command("calls")
  .description("Print what a run's agent and its models have said to each other, call by call")
  .argument("<run>", "A run: its name or folder")
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText("after", examples("calls my-group/spaceship-titanic_seed-0", "calls spaceship-titanic_seed-0 --json"));

export type CallsOptions = OptionsOf<typeof calls>;
