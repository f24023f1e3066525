import { Command } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf, resultFormat, runDirectory, waysToNameResults } from "../options.ts";

export const report = new Command("report")
  .description("Report medals and standing by split, with their uncertainty, and why runs failed")
  .argument("<results...>", waysToNameResults)
  .addOption(resultFormat())
  .option("--details", "Add the long tables: one row per competition")
  .option("--pad-missing", "Count missing runs as failed, as upstream's --pad-missing does")
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    examples(
      "report latest",
      "report my-group --details",
      "report my-group --format md",
      "report reports/my-agent other=run-1/grading_report.json,run-2/grading_report.json",
      "report my-group --pad-missing --json",
    ),
  );

export type ReportOptions = OptionsOf<typeof report>;
