import { Command } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf, runDirectory, waysToName } from "../options.ts";

export const runsShow = new Command("show")
  .description("Show one run, or the results of run groups side by side")
  .argument("<runs-or-groups...>", `One run, or run groups: ${waysToName}`)
  .option("--pooled", "Take the runs of all groups together, as one agent with more seeds")
  .option(
    "--allow-differences",
    "Pool groups that differ in the agent, limits, sandbox or competitions; results say so",
  )
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText("after", examples("runs show my-group", "runs show my-group another-group --pooled"));

export type RunsShowOptions = OptionsOf<typeof runsShow>;
