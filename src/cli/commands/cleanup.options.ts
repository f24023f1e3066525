import { Command } from "@commander-js/extra-typings";
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

export const cleanup = new Command("cleanup")
  .description("Remove archives and raw data of prepared competitions")
  .addOption(competitionIds())
  .addOption(lite())
  .addOption(allCompetitions())
  .addOption(split())
  .addOption(competitionList())
  .option("--archives", "Remove only archives")
  .option("--raw", "Remove only raw data")
  .option("--force", "Include competitions that are not prepared")
  .option("--dry-run", "Only report what would be removed")
  .addOption(dataDirectory())
  .addOption(json());

export type CleanupOptions = OptionsOf<typeof cleanup>;
