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

export const auditLeaks = new Command("leaks")
  .description("Look for answers in the public data of prepared competitions")
  .addOption(competitionIds())
  .addOption(split())
  .addOption(lite())
  .addOption(allCompetitions())
  .addOption(competitionList())
  .option("--images <count>", "Compare the pictures of at most this many images of each part", positiveInteger, 2000)
  .option(
    "--jobs <n>",
    "How many competitions to look at together (default: by processors and memory)",
    positiveInteger,
  )
  .option("--output <file>", "Also write the findings to this JSON file")
  .addOption(dataDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    `\nFor maintainers of a benchmark: this command reads the private answers, and its evidence may reveal some of them. Never show
its output to an agent.\n${examples(
      "audit leaks -c random-acts-of-pizza",
      "audit leaks --split low --output leaks.json",
      "audit leaks -c leaf-classification --images 20000 --json",
    )}`,
  );

export type AuditLeaksOptions = OptionsOf<typeof auditLeaks>;
