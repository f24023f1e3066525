import { z } from "zod";
import { type StageRule, stageRules } from "./stage-rule.ts";

const percent = z.number().min(0).max(100);

/** When the stages of a search with several of them begin and end. */
export const stageThresholds = {
  mini_training_above_gb: z
    .number()
    .nonnegative()
    .default(30)
    .describe("with more data than this, programs begin with a sample of it: at most a tenth, at most 10 GB"),
  mini_training_budget_percent: percent
    .default(35)
    .describe("until so much of the budget is used, they keep to the sample"),
  final_ensembling_budget_percent: percent
    .default(80)
    .describe("from so much of the budget on, the best solutions are combined"),
};
export type StageThresholds = z.output<z.ZodObject<typeof stageThresholds>>;

const singleSteps = ["draft", "improve", "debug", "tune"] as const;

/** One stage for the whole search. */
export const singleStage: readonly StageRule[] = stageRules.parse([
  { name: "full-training", operators: ["draft", "improve", "debug", "tune", "adapt-repository"] },
]);

/** Small samples first where the data is large, then all data, then combinations of what is there. */
export function stagesWith(thresholds: StageThresholds): readonly StageRule[] {
  return stageRules.parse([
    {
      name: "final-ensembling",
      from: thresholds.final_ensembling_budget_percent / 100,
      operators: ["ensemble", ...singleSteps],
      hint:
        "The search is near its end. Combine what has worked: use up to five of the best solutions so far, weigh them by what " +
        "held-out data says, and start nothing that needs long experiments.",
    },
    {
      name: "mini-training",
      until: thresholds.mini_training_budget_percent / 100,
      above_gb: thresholds.mini_training_above_gb,
      sample_fraction: 0.1,
      sample_gb: 10,
      operators: [...singleSteps],
      hint:
        "The data is large, so programs train on a sample for now: MLE_SAMPLE_FRACTION of the training rows, drawn so that classes keep " +
        "their shares, with at least 5 rows per class and 100 in total. Predictions still cover the whole test set. Compare " +
        "approaches by one strong model each; leave ensembles and long training for later.",
    },
    {
      name: "full-training",
      operators: [...singleSteps],
      hint:
        "Programs train on all data. Settings that were found on a sample may not fit it: reconsider learning rates, numbers of " +
        "rounds and regularization, and expect other scores than on a sample.",
    },
  ]);
}
