import { Command, Option } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf, resultFormat, runDirectory, waysToNameResults } from "../options.ts";

export const compare = new Command("compare")
  .description("Compare agents competition by competition, each with the first")
  .argument("<results...>", waysToNameResults)
  .option("--split <split>", "Only the competitions of a split")
  .option("--shared", "Only the competitions that all of them have")
  .addOption(new Option("--edition <edition>", "Only runs graded by this edition's rules"))
  .option("--anyway", "Compare what is not comparable; the reasons are printed first")
  .addOption(resultFormat())
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    examples(
      "compare my-group other-group",
      "compare mine=group-a,group-b reports/other-agent --split low",
      "compare old new --shared --format md",
    ),
  );

export type CompareOptions = OptionsOf<typeof compare>;
