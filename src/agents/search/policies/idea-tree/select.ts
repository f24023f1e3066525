import { z } from "zod";
import { type Choice, choose, idList } from "../../choose.ts";
import type { Idea, Moment } from "../../parts.ts";
import { byPromise } from "./pool.ts";
import { listIdeas, questionOf } from "./prompts.ts";
import type { IdeaTreeSettings } from "./settings.ts";

const answer = z.object({ select: idList });

/** Chooses the ideas to try now. Where there are no more than can be tried, nothing is asked. */
export async function select(
  settings: IdeaTreeSettings,
  moment: Moment,
  ideas: readonly Idea[],
  count: number,
): Promise<Choice> {
  const known = ideas.map(({ id }) => id);
  if (known.length <= count) return { ids: known, remarks: [] };
  const about = [listIdeas(moment, ideas)];
  const question = questionOf(settings, moment, { key: "select", about, request: request(count) });
  const named = await moment.ask.json(question, answer);
  const { ids, remarks } = choose("Selection", named?.select ?? null, known, count);
  if (ids.length === count) return { ids, remarks };
  const others = byPromise(moment.view, ideas).filter(({ id }) => !ids.includes(id));
  const more = others.slice(0, count - ids.length).map(({ id }) => id);
  return { ids: [...ids, ...more], remarks: [...remarks, `Selection: by rule, ${more.join(", ")}.`] };
}

function request(count: number): string {
  return (
    `Select ${count === 1 ? "the idea" : `the ${count} ideas`} to try now: by the score to expect, by run time, and such that ` +
    'together they teach as much as possible.\n\nAnswer: {"select": ["idea_1", ...]}'
  );
}
