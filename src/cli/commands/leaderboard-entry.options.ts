import { Command } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf, runDirectory, waysToName } from "../options.ts";

export const leaderboardEntry = new Command("entry")
  .description("Write what an entry of the leaderboard needs: grading reports, a row and a disclosure sheet")
  .argument("<group>", `The run group: ${waysToName.replace(", or GROUP/RUN", "").replace("`latest`", "or `latest`")}`)
  .requiredOption("--output <dir>", "Folder to write")
  .option("--partial", "Accept a group that lacks runs, seeds or competitions; everything written says so")
  .option("--force", "Replace existing files")
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    examples("leaderboard entry my-group --output entry", "leaderboard entry latest --partial --output draft --force"),
  );

export type LeaderboardEntryOptions = OptionsOf<typeof leaderboardEntry>;
