import { Command } from "@commander-js/extra-typings";
import { examples, nonNegativeInteger, type OptionsOf, share } from "../options.ts";
import { withRunOptions } from "../run/with-run-options.ts";

/** Options of `run` about the benchmark's competitions, and other names for some. */
const replaced = [
  "agentId",
  "answers",
  "competitionId",
  "lite",
  "all",
  "split",
  "list",
  "competitionSet",
  "limit",
  "nSeeds",
  "epochs",
  "nWorkers",
  "taskParameter",
  "dataDir",
  "prepare",
  "skipRulesCheck",
] as const;

const own = new Command("solve")
  .description("Run an agent on your own data: it learns from one part of a table, and is scored on the other")
  .argument("[command...]", "A command to run as the agent, after `--` (default: the agent `aide`)")
  .optionsGroup("Task:")
  .option("--data <path>", "A folder with the labelled table and whatever else helps, or one CSV file")
  .option("--goal <text>", "What to predict, for the agent to read")
  .option("--metric <metric>", "How predictions are scored, see --list-metrics")
  .option("--target <column>", "The column to predict")
  .option("--train <file>", "The labelled table in the folder (default: the one that has the column)")
  .option("--test <file>", "A table of the folder to predict as well (default: test.csv, if it has the other columns)")
  .option("--id <column>", "The column that identifies rows (default: one called like an id, or rows are numbered)")
  .option("--holdout <share>", "The share of labelled rows that is held out", share, 0.2)
  .option("--holdout-seed <n>", "Decides which rows these are", nonNegativeInteger, 0)
  .option("--list-metrics", "List the metrics, and run nothing")
  .addHelpText(
    "after",
    examples(
      "solve --data houses --goal 'Predict the price of each house' --metric rmse --target price --model openai/gpt-5-mini",
      "solve --data churn.csv --goal 'Who leaves next month?' --metric roc-auc --target left --agent baseline",
      "solve --list-metrics",
    ),
  );

export const solve = withRunOptions(own, replaced);

export type SolveOptions = OptionsOf<typeof solve>;
