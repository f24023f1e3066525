import type { RehearsalCut } from "../../../contracts/agent.ts";
import { comparableKey } from "../evaluators/ladder.ts";
import { comparedOn } from "../evaluators/rehearsal.ts";
import type { Experiment, SearchView, Stage } from "../parts.ts";

/** Most experiments of one ensemble. */
const mostMembers = 6;

/**
 * The experiments whose stored predictions are worth combining, best first: good ones with a score of the first rehearsal
 * that can be believed, on as much data as the stage uses. Null when there are fewer than two, or when they have been combined
 * already.
 */
export function storedMembers(
  view: SearchView,
  rehearsals: readonly RehearsalCut[],
  stage: Pick<Stage, "sampleFraction">,
): string[] | null {
  const key = comparableKey(comparedOn, stage);
  const members = view
    .ranked()
    .filter((each) => isUsable(each) && each.evaluation?.comparable === key)
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
  return evaluation?.suspicious === null && !isCombination(experiment);
}

/** Whether it combined stored predictions: it has run no program. */
function isCombination({ operator, versions, state }: Experiment): boolean {
  return operator === "ensemble" && state !== "open" && versions.every(({ runs }) => runs.length === 0);
}
