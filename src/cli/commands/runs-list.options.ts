import { Command } from "@commander-js/extra-typings";
import { json, type OptionsOf, runDirectory } from "../options.ts";

export const runsList = new Command("list")
  .description("List the run groups")
  .addOption(runDirectory())
  .addOption(json());

export type RunsListOptions = OptionsOf<typeof runsList>;
