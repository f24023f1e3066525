import { Command } from "@commander-js/extra-typings";
import { json, type OptionsOf } from "../options.ts";

export const makeSubmission = new Command("make-submission")
  .description("Write upstream's list of submissions from the metadata.json of a run group")
  .requiredOption("--metadata <file>", "The group's metadata.json")
  .option("--output <file>", "Where to write the list", "submission.jsonl")
  .option("--rel-log-path <path>", "Path of a run's log, relative to the run's folder")
  .option("--rel-code-path <path>", "Path of a run's code, relative to the run's folder")
  .addOption(json());

export type MakeSubmissionOptions = OptionsOf<typeof makeSubmission>;
