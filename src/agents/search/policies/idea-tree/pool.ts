import type { Idea, SearchView } from "../../parts.ts";

/** Ideas that were neither tried nor pruned. */
export function openIdeas({ ideas, experiments }: SearchView): Idea[] {
  const tried = new Set(experiments.map(({ idea }) => idea));
  return ideas.filter(({ id, isPruned }) => !isPruned && !tried.has(id));
}

/** The most promising first by a rule: those that build on better experiments, then fresh starts; of equals, the older. */
export function byPromise(view: SearchView, ideas: readonly Idea[]): Idea[] {
  const places = new Map(view.ranked().map(({ id }, place) => [id, place]));
  const place = ({ parent }: Idea): number => places.get(parent ?? "") ?? places.size;
  return ideas.toSorted((one, other) => place(one) - place(other));
}
