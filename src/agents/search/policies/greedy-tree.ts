import { z } from "zod";
import type { Action, Experiment, Moment, Policy, SearchView } from "../parts.ts";
import { comparableBest, ensembleMembers } from "./comparable-best.ts";

export const greedyTreeSettings = {
  num_drafts: z
    .int()
    .positive()
    .default(5)
    .describe("how many solutions are written from scratch before any is improved"),
  debug_prob: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe("how likely a failed experiment is repaired next, rather than the best one improved"),
  max_debug_depth: z
    .int()
    .nonnegative()
    .default(3)
    .describe("how many repairs in a row one failed experiment gets before it is given up"),
};
export type GreedyTreeSettings = z.output<z.ZodObject<typeof greedyTreeSettings>>;

/** Drafts first; then, by chance, repairs of what failed; otherwise changes to the best. Nothing is asked of a model. */
export function greedyTree(settings: GreedyTreeSettings): Policy {
  return {
    next: async (moment) => {
      const actions: Action[] = [];
      for (let slot = 0; slot < moment.slots; slot += 1) {
        const action = nextAction(settings, moment, actions);
        if (action === null) break;
        actions.push(action);
      }
      return { ideas: [], pruned: [], actions, fallbacks: [] };
    },
  };
}

/** Considers the actions planned before as begun. Null when the stage allows nothing that is possible. */
function nextAction(settings: GreedyTreeSettings, moment: Moment, planned: readonly Action[]): Action | null {
  const { view, stage, random } = moment;
  const allows = (operator: Action["operator"]): boolean => stage.operators.includes(operator);
  const draft: Action | null = allows("draft") ? { operator: "draft", parents: [] } : null;
  const drafts = [...view.experiments, ...planned].filter(({ operator }) => operator === "draft").length;
  if (draft !== null && drafts < settings.num_drafts) return draft;
  const broken = allows("debug") ? repairable(view, settings.max_debug_depth, planned) : [];
  if (broken.length > 0 && random() < settings.debug_prob) {
    return { operator: "debug", parents: [broken[Math.floor(random() * broken.length)]!.id] };
  }
  return combineBest(moment, planned) ?? improveBest(moment, planned) ?? draft ?? debugFirst(broken);
}

/** The best ones together, where the stage allows it, once for the same ones. */
function combineBest({ view, stage }: Moment, planned: readonly Action[]): Action | null {
  const parents = stage.operators.includes("ensemble") ? ensembleMembers(view) : null;
  if (parents === null) return null;
  const isTried = [...view.experiments, ...planned].some(
    (other) => other.operator === "ensemble" && other.parents.toSorted().join() === parents.toSorted().join(),
  );
  return isTried ? null : { operator: "ensemble", parents };
}

/** The best one; side by side with that, the next ones whose scores compare with its. */
function improveBest({ view, stage }: Moment, planned: readonly Action[]): Action | null {
  const best = comparableBest(view);
  if (best.length === 0 || !stage.operators.includes("improve")) return null;
  const taken = planned.filter(({ operator }) => operator === "improve").length;
  return { operator: "improve", parents: [best[taken % best.length]!.id] };
}

function debugFirst([first]: readonly Experiment[]): Action | null {
  return first === undefined ? null : { operator: "debug", parents: [first.id] };
}

/** Failed experiments with a program that nothing builds on, and that have repairs left. */
function repairable(view: SearchView, mostRepairs: number, planned: readonly Action[]): Experiment[] {
  const taken = new Set([...view.experiments.filter(hasProgram), ...planned].flatMap(({ parents }) => parents));
  return view.experiments.filter((experiment) => {
    if (experiment.state !== "failed" || !hasProgram(experiment) || taken.has(experiment.id)) return false;
    // Repairs that came to nothing count, too.
    return repairsBefore(view, experiment) + view.childrenOf(experiment.id).length < mostRepairs;
  });
}

/** Without one, its coder has failed, and its parent is still to be repaired. */
function hasProgram({ versions }: Experiment): boolean {
  return versions.some(({ commit }) => commit !== null);
}

/** How many repairs in a row led to an experiment, itself included. */
function repairsBefore(view: SearchView, experiment: Experiment): number {
  const [parent] = experiment.parents;
  if (experiment.operator !== "debug" || parent === undefined) return 0;
  return 1 + repairsBefore(view, view.experiment(parent));
}
