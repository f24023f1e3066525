import { Command } from "@commander-js/extra-typings";
import { dataDirectory, examples, json, type OptionsOf, positiveInteger } from "../options.ts";

export const grade = new Command("grade")
  .description("Grade many submissions and write a report")
  .option("--submission <file>", "JSON lines with competition_id, submission_path and, optionally, answers_path")
  .option(
    "--runs <dir>",
    "A run group or a folder of run folders to grade instead; runs that were ungraded get their results",
  )
  .requiredOption("--output-dir <dir>", "Where to write the report")
  .addOption(dataDirectory())
  .option("--leaderboards <dir>", "Rank against <dir>/<id>.csv or <dir>/<id>/leaderboard.csv")
  .option("--jobs <n>", "Number of worker threads", positiveInteger)
  .option("--verify-data", "Compare the checksums of all prepared answers, not only where sizes or times have changed")
  .addOption(json())
  .addHelpText(
    "after",
    examples(
      "grade --submission submission.jsonl --output-dir reports",
      "grade --runs runs/my-group --output-dir reports --json",
    ),
  );

export type GradeOptions = OptionsOf<typeof grade>;
