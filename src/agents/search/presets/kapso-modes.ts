import type { IdeaTreeSettings } from "../policies/idea-tree/settings.ts";

/** What a mode of Kapso decides. */
export type KapsoMode = Omit<IdeaTreeSettings, "idea_generation_model" | "pruning_budget_percent"> & {
  readonly code_debug_tries: number;
  readonly knowledge: boolean;
  readonly fetch_huggingface_models: boolean;
};

/** Kapso's modes with its own values. */
export const kapsoModes = {
  MLE_CONFIGS: {
    reasoning_effort: "medium",
    code_debug_tries: 15,
    node_expansion_limit: 2,
    node_expansion_new_childs_count: 5,
    idea_generation_steps: 2,
    first_experiment_factor: 1,
    experimentation_per_run: 1,
    per_step_maximum_solution_count: 10,
    exploration_budget_percent: 30,
    idea_generation_ensemble_models: ["reasoning", "reasoning"],
    knowledge: true,
    fetch_huggingface_models: true,
  },
  HEAVY_EXPERIMENTATION: {
    reasoning_effort: "high",
    code_debug_tries: 3,
    node_expansion_limit: 3,
    node_expansion_new_childs_count: 15,
    idea_generation_steps: 1,
    first_experiment_factor: 2,
    experimentation_per_run: 7,
    per_step_maximum_solution_count: 15,
    exploration_budget_percent: 50,
    idea_generation_ensemble_models: ["reasoning", "reasoning", "reasoning"],
    knowledge: true,
    fetch_huggingface_models: true,
  },
  MINIMAL: {
    reasoning_effort: "medium",
    code_debug_tries: 2,
    node_expansion_limit: 2,
    node_expansion_new_childs_count: 5,
    idea_generation_steps: 1,
    first_experiment_factor: 1,
    experimentation_per_run: 1,
    per_step_maximum_solution_count: 10,
    exploration_budget_percent: 50,
    idea_generation_ensemble_models: ["reasoning"],
    knowledge: false,
    fetch_huggingface_models: false,
  },
} as const satisfies Readonly<Record<string, KapsoMode>>;

export type KapsoModeName = keyof typeof kapsoModes;
export const kapsoModeNames = Object.keys(kapsoModes) as [KapsoModeName, ...KapsoModeName[]];
