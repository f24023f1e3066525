import { Command, Option } from "@commander-js/extra-typings";
import { leaderboardSplits } from "../../results/leaderboard/leaderboard-splits.ts";
import { examples, json, type OptionsOf, resultFormat, runDirectory, waysToNameResults } from "../options.ts";

export const leaderboard = new Command("leaderboard")
  .description("Show the published results, with results of your own in their place")
  .argument("[results...]", waysToNameResults)
  .addOption(new Option("--by <split>", "Sort by this split").choices(leaderboardSplits).default("all" as const))
  .option("--pad-missing", "Count missing runs as failed")
  .addOption(resultFormat())
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    examples(
      "leaderboard",
      "leaderboard my-group reports/other-agent --by low",
      "leaderboard latest --pad-missing --format md",
    ),
  );

export type LeaderboardOptions = OptionsOf<typeof leaderboard>;
