import { z } from "zod";
import { type Choice, choose, idList } from "../../choose.ts";
import type { Idea, Moment } from "../../parts.ts";
import { byPromise, openIdeas } from "./pool.ts";
import { listIdeas, questionOf } from "./prompts.ts";
import type { IdeaTreeSettings } from "./settings.ts";

const answer = z.object({ prune: idList });

/** Removes ideas that are not worth trying: at least a twentieth of the pool, at most a fifth. */
export async function prune(settings: IdeaTreeSettings, moment: Moment): Promise<Choice> {
  const ideas = openIdeas(moment.view);
  const [least, most] = [Math.floor(ideas.length / 20), Math.floor(ideas.length / 5)];
  if (moment.budget.used * 100 < settings.pruning_budget_percent || most === 0) return { ids: [], remarks: [] };
  const about = [listIdeas(moment, ideas)];
  const question = questionOf(settings, moment, { key: "prune", about, request: request(least, most) });
  const named = await moment.ask.json(question, answer);
  const known = ideas.map(({ id }) => id);
  const { ids, remarks } = choose("Pruning", named?.prune ?? null, known, most);
  if (ids.length >= least) return { ids, remarks };
  const more = leastPromising(moment, ideas, ids).slice(0, least - ids.length);
  return { ids: [...ids, ...more], remarks: [...remarks, `Pruning: by rule, ${more.join(", ")}.`] };
}

function leastPromising({ view }: Moment, ideas: readonly Idea[], taken: readonly string[]): string[] {
  const order = byPromise(view, ideas).map(({ id }) => id);
  return order.filter((id) => !taken.includes(id)).reverse();
}

function request(least: number, most: number): string {
  return (
    `Name between ${least} and ${most} of these ideas that should never be tried, the worst first: those that earlier results speak ` +
    "against, that repeat others, or that cannot finish in time. Do not remove cheap ideas for low scores on a sample of the data: " +
    'scores change with the amount of data.\n\nAnswer: {"prune": ["idea_1", ...]}'
  );
}
