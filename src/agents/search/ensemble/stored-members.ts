import type { RehearsalCut } from "../../../contracts/agent.ts";
import type { Experiment, SearchView } from "../parts.ts";

/** Most experiments of one ensemble. */
const mostMembers = 6;

/**
 * The experiments whose stored predictions are worth combining, best first: good ones with a score of the same rehearsal that
 * can be believed. Null when there are fewer than two, or when they have been combined already.
 */
export function storedMembers(view: SearchView, rehearsals: readonly RehearsalCut[]): string[] | null {
  const candidates = view.ranked().filter(isUsable);
  const key = candidates[0]?.evaluation?.comparable;
  const members = candidates
    .filter(({ evaluation }) => evaluation!.comparable === key)
    .slice(0, mostMembers)
    .map(({ id }) => id);
  if (rehearsals.length === 0 || members.length < 2) return null;
  const same = members.toSorted().join();
  const isDone = view.experiments.some((each) => isCombination(each) && each.parents.toSorted().join() === same);
  return isDone ? null : members;
}

/** Ensembles do not become members: what they are made of does. */
function isUsable(experiment: Experiment): boolean {
  const { evaluation } = experiment;
  return evaluation?.basis === "rehearsal" && evaluation.suspicious === null && !isCombination(experiment);
}

/** Whether it combined stored predictions: it has run no program. */
function isCombination({ operator, versions, state }: Experiment): boolean {
  return operator === "ensemble" && state !== "open" && versions.every(({ runs }) => runs.length === 0);
}
