import { Command } from "@commander-js/extra-typings";
import { json, type OptionsOf, runDirectory } from "../options.ts";

export const runsShow = new Command("show")
  .description("Show one run, or the results of run groups side by side")
  .argument("<names...>", "One run, or run groups: their names or folders")
  .addOption(runDirectory())
  .addOption(json());

export type RunsShowOptions = OptionsOf<typeof runsShow>;
