import { Command, Option } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf, runDirectory, waysToName } from "../options.ts";

export const runsShow = new Command("show")
  .description("Show one run, or the results of run groups side by side")
  .argument("<runs-or-groups...>", `One run, or run groups: ${waysToName}`)
  .option("--pooled", "Take the runs of all groups together, as one agent with more seeds")
  .option(
    "--allow-differences",
    "Pool groups that differ in the agent, limits, sandbox or competitions; results say so",
  )
  .option("--tree", "Show the experiments of a search: what was tried, and what came of it")
  .addOption(
    new Option("--format <format>", "With --tree: text, one offline HTML page, or a report in Markdown").choices([
      "text",
      "html",
      "md",
    ] as const),
  )
  .option("--output <file>", "With --tree: write a file instead")
  .option("--force", "Replace an existing file")
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    examples(
      "runs show my-group",
      "runs show my-group another-group --pooled",
      "runs show my-group/spaceship-titanic_seed-0 --tree",
      "runs show my-group/spaceship-titanic_seed-0 --tree --format html --output tree.html",
    ),
  );

export type RunsShowOptions = OptionsOf<typeof runsShow>;
