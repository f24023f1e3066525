import { z } from "zod";
import { defineSearchAgent } from "../define-search-agent.ts";
import { ideaTreeSettings } from "../policies/idea-tree/settings.ts";
import { searchSettings } from "../settings.ts";
import { stagesWith, stageThresholds } from "../stages/stages.ts";
import { commonSettings } from "./common-settings.ts";
import { type KapsoMode, kapsoModeNames, kapsoModes } from "./kapso-modes.ts";

const { idea_generation_model, pruning_budget_percent, ...modal } = ideaTreeSettings;
const { code_debug_tries, knowledge, ...common } = commonSettings.shape;

/** A setting whose value comes from the mode unless it is given. */
function byMode<Inner extends z.ZodType>(field: z.ZodDefault<Inner>, name: keyof KapsoMode) {
  const values = kapsoModeNames.map((mode) => `${mode} ${JSON.stringify(kapsoModes[mode][name])}`);
  return field
    .unwrap()
    .exactOptional()
    .describe(`${field.description}; by mode: ${values.join(", ")}`);
}

const kapsoSettings = z
  .strictObject({
    mode: z
      .enum(kapsoModeNames)
      .default("MLE_CONFIGS")
      .describe("Kapso's mode: the values of the settings that name it"),
    node_expansion_limit: byMode(modal.node_expansion_limit, "node_expansion_limit"),
    node_expansion_new_childs_count: byMode(modal.node_expansion_new_childs_count, "node_expansion_new_childs_count"),
    idea_generation_steps: byMode(modal.idea_generation_steps, "idea_generation_steps"),
    idea_generation_model,
    idea_generation_ensemble_models: byMode(modal.idea_generation_ensemble_models, "idea_generation_ensemble_models"),
    reasoning_effort: byMode(modal.reasoning_effort, "reasoning_effort"),
    per_step_maximum_solution_count: byMode(modal.per_step_maximum_solution_count, "per_step_maximum_solution_count"),
    experimentation_per_run: byMode(modal.experimentation_per_run, "experimentation_per_run"),
    first_experiment_factor: byMode(modal.first_experiment_factor, "first_experiment_factor"),
    exploration_budget_percent: byMode(modal.exploration_budget_percent, "exploration_budget_percent"),
    pruning_budget_percent,
    code_debug_tries: byMode(code_debug_tries, "code_debug_tries"),
    knowledge: byMode(knowledge, "knowledge"),
    fetch_huggingface_models: byMode(searchSettings.shape.fetch_huggingface_models, "fetch_huggingface_models"),
    ...stageThresholds,
    ...common,
    navigation_steps: common.navigation_steps.default(3),
    debug_seconds: common.debug_seconds.default(1200),
    run_seconds: common.run_seconds.default(8 * 3600),
  })
  .transform((given) => ({ ...kapsoModes[given.mode], ...given }));

/** Kapso's tree search as of December 2025. */
export const kapso = defineSearchAgent({
  name: "kapso",
  summary: "Kapso: models fill a pool of ideas, prune it and select from it; stages from samples to ensembles",
  settings: kapsoSettings,
  searchSettings: ({ mode, ...given }) => {
    const { mini_training_above_gb, mini_training_budget_percent, final_ensembling_budget_percent, ...rest } = given;
    const stages = stagesWith({
      mini_training_above_gb,
      mini_training_budget_percent,
      final_ensembling_budget_percent,
    });
    return searchSettings.parse({ policy: "idea-tree", stages, ...rest });
  },
});
