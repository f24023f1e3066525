import { Command } from "@commander-js/extra-typings";
import {
  allCompetitions,
  competitionIds,
  competitionList,
  dataDirectory,
  examples,
  json,
  lite,
  modelSetting,
  type OptionsOf,
  positiveInteger,
  positiveNumber,
  runDirectory,
  split,
} from "../options.ts";

export const familiarity = new Command("familiarity")
  .description("Measure how well a model knows the texts of competitions, and whether its results depend on that")
  .requiredOption("--model <name>", "The model as provider/model; it must return log probabilities of what it reads")
  .addOption(competitionIds())
  .addOption(split())
  .addOption(lite())
  .addOption(allCompetitions())
  .addOption(competitionList())
  .option(
    "--results <results...>",
    "Correlate with these: run groups, grading reports, Inspect logs or folders of these",
  )
  .addOption(modelSetting())
  .option("--prices <file>", "Prices of your own (YAML or JSON), in US dollars per million tokens")
  .option("--max-cost <dollars>", "What the calls may cost", positiveNumber)
  .option("--max-calls <n>", "Model calls", positiveInteger)
  .addOption(dataDirectory())
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    examples(
      "familiarity --model compatible/qwen3-base -c leaf-classification spaceship-titanic",
      "familiarity --model compatible/qwen3-base --lite --results my-group",
      "familiarity --model compatible/qwen3-base --split low --results plain=my-group hidden=obfuscated-group --json",
    ),
  );

export type FamiliarityOptions = OptionsOf<typeof familiarity>;
