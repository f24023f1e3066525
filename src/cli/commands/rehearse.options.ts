import { Command } from "@commander-js/extra-typings";
import {
  allCompetitions,
  competitionIds,
  competitionList,
  dataDirectory,
  examples,
  json,
  lite,
  nonNegativeInteger,
  type OptionsOf,
  share,
  split,
} from "../options.ts";

export const rehearse = new Command("rehearse")
  .description("Cut a smaller competition with known answers from the public data of prepared competitions")
  .optionsGroup("Which competitions:")
  .addOption(competitionIds())
  .addOption(lite())
  .addOption(allCompetitions())
  .addOption(split())
  .addOption(competitionList())
  .optionsGroup("Options:")
  .option("--fraction <share>", "The share of the training data to hold out (default: 0.1)", share)
  .option("--seed <n>", "Which cut: the same seed gives the same files (default: 0)", nonNegativeInteger)
  .option("--force", "Make the rehearsal again even if it is there")
  .addOption(dataDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    examples(
      "rehearse -c spaceship-titanic",
      "rehearse -c spaceship-titanic --seed 7 --fraction 0.3",
      "grade-sample predictions.csv spaceship-titanic --rehearsal 7",
    ),
  );

export type RehearseOptions = OptionsOf<typeof rehearse>;
