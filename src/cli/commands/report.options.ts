import { Command, Option } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf, runDirectory, waysToNameResults } from "../options.ts";

export const report = new Command("report")
  .description("Report medals and standing by split, with their uncertainty, why runs failed, time and cost")
  .argument("<results...>", waysToNameResults)
  .addOption(
    new Option("--format <format>", "How to print it; html is a page with plots for a browser")
      .choices(["text", "md", "html", "json"] as const)
      .default("text" as const),
  )
  .option("--output <file>", "File to write it to (default: standard output)")
  .option("--force", "Replace an existing file")
  .option("--details", "Add the long tables: by category and competition, where the time went, rehearsals")
  .option("--pad-missing", "Count missing runs as failed, as upstream's --pad-missing does")
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    examples(
      "report latest",
      "report my-group --details",
      "report my-group --format md",
      "report my-group other-group --format html --output report.html",
      "report reports/my-agent other=run-1/grading_report.json,run-2/grading_report.json",
      "report my-group --pad-missing --json",
    ),
  );

export type ReportOptions = OptionsOf<typeof report>;
