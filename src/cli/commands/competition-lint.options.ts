import { Command } from "@commander-js/extra-typings";
import { dataDirectory, examples, json, type OptionsOf } from "../options.ts";

export const competitionLint = new Command("lint")
  .description("Check competitions: direction, thresholds, sample, answers, ids, leaks and determinism")
  .argument("<ids...>", "The competitions")
  .option("--from-zip <path>", "The raw data: an archive, or a folder of <id>.zip")
  .option("--from-raw <dir>", "The raw data: a folder")
  .addOption(dataDirectory())
  .addOption(json())
  .addHelpText("after", examples("competition lint demo-plant-flowering", "competition lint leaf --from-zip leaf.zip"));

export type CompetitionLintOptions = OptionsOf<typeof competitionLint>;
