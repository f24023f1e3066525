import { z } from "zod";
import { choose, idList } from "../../choose.ts";
import type { Experiment, Moment } from "../../parts.ts";
import { openIdeas } from "./pool.ts";
import { listExperiments, questionOf } from "./prompts.ts";
import type { IdeaTreeSettings } from "./settings.ts";

const answer = z.object({ expand: idList });

/** What new ideas are for: experiments to build on, null for a fresh start. */
export interface Expansion {
  readonly parents: readonly (Experiment | null)[];
  readonly remarks: readonly string[];
}

/** Chooses what gets new ideas: at first by a model, which may start afresh; later simply the best. */
export async function expand(settings: IdeaTreeSettings, moment: Moment): Promise<Expansion> {
  const { view, budget, stage } = moment;
  const limit = settings.node_expansion_limit;
  const best = canBuildOn(moment) ? view.ranked() : [];
  const fresh = stage.operators.includes("draft") ? Array.from({ length: limit }, () => null) : [];
  if (best.length === 0) return { parents: fresh, remarks: [] };
  const isExploring = budget.used * 100 < settings.exploration_budget_percent && fresh.length > 0;
  if (!isExploring) return { parents: best.slice(0, limit), remarks: [] };
  const leaves = leavesOf(moment, best);
  if (leaves.length === 0) return { parents: fresh, remarks: [] };
  return await ask(settings, moment, leaves);
}

/** New starts fill the places that the model leaves open; when it names nothing, the best leaves come first. */
async function ask(settings: IdeaTreeSettings, moment: Moment, leaves: readonly Experiment[]): Promise<Expansion> {
  const limit = settings.node_expansion_limit;
  const about = [listExperiments(moment, "Experiments that could be developed further", leaves)];
  const question = questionOf(settings, moment, { key: "expand", about, request: request(limit) });
  const named = await moment.ask.json(question, answer);
  const starts = Array.from({ length: limit }, (_, index) => `new_${index + 1}`);
  const known = [...leaves.map(({ id }) => id), ...starts];
  // A model that repeats `new` means several fresh starts.
  const ids = named?.expand.map((id, index) => (id.trim() === "new" ? `new_${index + 1}` : id)) ?? null;
  const choice = choose("Expansion", ids, known, limit);
  const chosen = choice.ids.map((id) => leaves.find((leaf) => leaf.id === id) ?? null);
  if (chosen.length > 0) return { parents: chosen, remarks: choice.remarks };
  const parents = leaves.slice(0, limit);
  const rule = `Expansion: by rule, ${parents.map(({ id }) => id).join(", ")}.`;
  return { parents, remarks: [...choice.remarks, rule] };
}

function canBuildOn({ stage }: Moment): boolean {
  return stage.operators.includes("improve") || stage.operators.includes("tune");
}

/** Good experiments that nothing builds on yet, failures apart, best first. */
function leavesOf({ view }: Moment, best: readonly Experiment[]): Experiment[] {
  const used = new Set([
    ...view.experiments.flatMap(({ state, parents }) => (state === "failed" ? [] : parents)),
    ...openIdeas(view).map(({ parent }) => parent),
  ]);
  return best.filter(({ id }) => !used.has(id));
}

function request(limit: number): string {
  return (
    `Choose ${limit === 1 ? "the one" : `the ${limit}`} that should get new ideas next: by the score to expect and the room for improvement. ` +
    'Write "new" for a fresh start with another approach; it may be named several times.\n\nAnswer: {"expand": ["experiment_1", "new"]}'
  );
}
