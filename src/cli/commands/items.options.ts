import { Command } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf, resultFormat, runDirectory, waysToNameResults } from "../options.ts";

export const items = new Command("items")
  .description("Show how well each competition separates good agents from bad ones, over three or more result sets")
  .argument("[results...]", waysToNameResults)
  .option("--split <split>", "Only the competitions of a split")
  .addOption(resultFormat())
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    examples("items my-group other-group reports/third-agent", "items reports/* --split low --format md"),
  );

export type ItemsOptions = OptionsOf<typeof items>;
