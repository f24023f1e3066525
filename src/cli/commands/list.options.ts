import { Command } from "@commander-js/extra-typings";
import { dataDirectory, examples, json, type OptionsOf, split } from "../options.ts";

export const list = new Command("list")
  .description("List the competitions")
  .addOption(split())
  .option("--prepared", "Only those that are prepared, demo competitions included")
  .addOption(dataDirectory())
  .addOption(json())
  .addHelpText("after", examples("list --split lite", "list --prepared --data-dir data"));

export type ListOptions = OptionsOf<typeof list>;
