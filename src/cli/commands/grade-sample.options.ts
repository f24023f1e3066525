import { Command } from "@commander-js/extra-typings";
import { dataDirectory, examples, json, nonNegativeInteger, type OptionsOf } from "../options.ts";

export const gradeSample = new Command("grade-sample")
  .description("Grade one submission and print its report")
  .argument("<submission>", "The submission file")
  .argument("<id>", "The competition")
  .option("--answers <file>", "The answers (default: those in the data folder)")
  .option("--rehearsal <seed>", "Grade by the answers of a rehearsal (see `mlebench rehearse`)", nonNegativeInteger)
  .option("--leaderboard <file>", "Rank against this leaderboard.csv")
  .addOption(dataDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    examples(
      "grade-sample submission.csv spaceship-titanic",
      "grade-sample submission.csv spaceship-titanic --answers answers.csv --json",
      "grade-sample predictions.csv spaceship-titanic --rehearsal 0",
    ),
  );

export type GradeSampleOptions = OptionsOf<typeof gradeSample>;
