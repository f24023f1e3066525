import { z } from "zod";
import { reasoningEfforts } from "../../../../contracts/model.ts";

const percent = z.number().min(0).max(100);

/** Names of models would pass for roles without a model, which get the run's main one. */
const role = z.string().regex(/^[\w-]+$/, {
  error: ({ input }) => `expected the role of a model, which \`--model ROLE=${String(input)}\` gives it`,
});

/** Kapso's names, so that its configurations can be used as they are. */
export const ideaTreeSettings = {
  node_expansion_limit: z.int().positive().default(2).describe("how many experiments get new ideas in each step"),
  node_expansion_new_childs_count: z.int().positive().default(5).describe("how many new ideas each of them gets"),
  idea_generation_steps: z
    .int()
    .positive()
    .default(1)
    .describe("how often new ideas are thought over before they enter the pool, the first time included"),
  idea_generation_model: role
    .default("reasoning")
    .describe("the role of the model that prunes, chooses and selects; `--model ROLE=MODEL` gives it a model"),
  idea_generation_ensemble_models: z
    .array(role)
    .min(1)
    .default(["reasoning"])
    .describe("the roles of the models that have ideas; a role may be named more than once"),
  reasoning_effort: z
    .enum(reasoningEfforts)
    .nullable()
    .default(null)
    .describe(
      "how much these models think before they answer, where they are known to have that choice; null leaves it to them",
    ),
  per_step_maximum_solution_count: z
    .int()
    .positive()
    .default(10)
    .describe("how many ideas one model is asked for at a time, at most"),
  experimentation_per_run: z.int().positive().default(1).describe("how many ideas are tried in each step"),
  first_experiment_factor: z
    .int()
    .positive()
    .default(1)
    .describe("in the first step, how many times as many ideas are had and tried"),
  exploration_budget_percent: percent
    .default(30)
    .describe("until so much of the budget is used, a model chooses what to build on; from then on, it is the best"),
  pruning_budget_percent: percent
    .default(20)
    .describe(
      "from so much of the budget on, a model removes ideas from the pool, between a twentieth and a fifth each time",
    ),
};
export type IdeaTreeSettings = z.output<z.ZodObject<typeof ideaTreeSettings>>;
