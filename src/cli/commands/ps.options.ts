import { Command } from "@commander-js/extra-typings";
import { json, type OptionsOf, runDirectory } from "../options.ts";

export const ps = new Command("ps")
  .description("Show the run groups that are running")
  .option("--all", "Include the run groups that are not running")
  .addOption(runDirectory())
  .addOption(json());

export type PsOptions = OptionsOf<typeof ps>;
