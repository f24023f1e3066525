import type { Experiment, SearchView } from "../parts.ts";

/** Good experiments, best first, as far as their scores compare with the best one's. */
export function comparableBest(view: SearchView): Experiment[] {
  const key = view.best?.evaluation?.comparable;
  return view.ranked().filter(({ evaluation }) => evaluation?.comparable === key);
}

/** How many solutions one ensemble combines at most. */
const mostMembers = 5;

/** The experiments to combine, best first; null when there are fewer than two. */
export function ensembleMembers(view: SearchView): readonly string[] | null {
  const members = comparableBest(view).slice(0, mostMembers);
  return members.length < 2 ? null : members.map(({ id }) => id);
}
