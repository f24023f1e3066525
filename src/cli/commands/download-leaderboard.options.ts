import { Command, Option } from "@commander-js/extra-typings";
import {
  allCompetitions,
  competitionIds,
  competitionList,
  dataDirectory,
  json,
  lite,
  type OptionsOf,
  split,
} from "../options.ts";

export const downloadLeaderboard = new Command("download-leaderboard")
  .description("Download whole leaderboards into the data folder, for `grade --leaderboards`")
  .addOption(competitionIds())
  .addOption(lite())
  .addOption(allCompetitions())
  .addOption(split())
  .addOption(competitionList())
  .option("--force", "Download leaderboards again even if they are there")
  .addOption(
    new Option("--source <where>", "Upstream's pinned file, or Kaggle's leaderboard of today").choices([
      "upstream",
      "kaggle",
    ]),
  )
  .addOption(dataDirectory())
  .addOption(json());

export type DownloadLeaderboardOptions = OptionsOf<typeof downloadLeaderboard>;
