import { Command } from "@commander-js/extra-typings";
import {
  allCompetitions,
  competitionIds,
  competitionList,
  dataDirectory,
  examples,
  json,
  lite,
  type OptionsOf,
  positiveInteger,
  split,
} from "../options.ts";

export const prepare = new Command("prepare")
  .description("Download competitions from Kaggle and prepare them; those of the demo split are generated")
  .optionsGroup("Which competitions:")
  .addOption(competitionIds())
  .addOption(lite())
  .addOption(allCompetitions())
  .addOption(split())
  .addOption(competitionList())
  .optionsGroup("Where the raw data comes from (default: Kaggle):")
  .option("--from-zip <file>", "Kaggle's archive, or a folder with <id>.zip for each competition")
  .option("--from-raw <dir>", "The extracted archive, or a folder with one folder <id> per competition; not changed")
  .optionsGroup("Checksums:")
  .option("--skip-verification [part]", "Compare no checksums; with `archive`, compare only those of prepared tables")
  .option("--verify-data", "Compare every file of competitions that are already prepared with its checksum")
  .option("--overwrite-checksums", "Record the checksums of the prepared files as the expected ones")
  .optionsGroup("Options:")
  .addOption(dataDirectory())
  .option("--keep-raw", "Keep the extracted archive")
  .option("--overwrite-leaderboard", "Also download the leaderboard, replacing an existing one")
  .option("--force", "Prepare competitions again even if they are prepared")
  .option("--jobs <n>", "How many competitions to prepare at once", positiveInteger)
  .option("--dry-run", "Only report what would be downloaded and how much disk it needs")
  .addOption(json())
  .addHelpText(
    "after",
    examples(
      "prepare --split demo",
      "prepare -c spaceship-titanic leaf-classification",
      "prepare --lite --dry-run",
      "prepare -c spaceship-titanic --from-zip spaceship-titanic.zip",
    ),
  );

export type PrepareOptions = OptionsOf<typeof prepare>;
