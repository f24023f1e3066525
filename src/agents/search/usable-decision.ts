import type { EventOf } from "./events.ts";
import type { Decision, SearchView, Stage } from "./parts.ts";

/** A step has at most so many experiments. */
const mostActions = 64;

/** What of a decision can be carried out: actions on what exists, by operators that the stage allows. */
export function usableDecision(
  decision: Decision,
  view: SearchView,
  stage: Stage,
): Omit<EventOf<"decided">, "type" | "step"> {
  const ideas = new Set([...view.ideas, ...decision.ideas].map(({ id }) => id));
  const experiments = new Set(view.experiments.map(({ id }) => id));
  const fallbacks = [...decision.fallbacks];
  const actions = decision.actions.slice(0, mostActions).filter(({ operator, parents, idea }) => {
    const unknown = [
      ...parents.filter((id) => !experiments.has(id)),
      ...(idea === undefined || ideas.has(idea) ? [] : [idea]),
    ];
    if (unknown.length > 0) fallbacks.push(`${operator} was left out: there is no ${unknown.join(", ")}`);
    else if (!stage.operators.includes(operator))
      fallbacks.push(`${operator} was left out: ${stage.name} has no such step`);
    else return true;
    return false;
  });
  return {
    ideas: decision.ideas.map((idea) => ({ ...idea })),
    pruned: [...decision.pruned],
    actions: actions.map(({ operator, parents, idea }) => ({
      operator,
      parents: [...parents],
      ...(idea === undefined ? {} : { idea }),
    })),
    fallbacks,
  };
}
