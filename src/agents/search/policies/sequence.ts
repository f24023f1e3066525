import { z } from "zod";
import type { Action, Experiment, OperatorName, Policy, SearchView } from "../parts.ts";
import { ensembleMembers } from "./comparable-best.ts";

export const sequenceSettings = {
  sequence: z
    .array(z.enum(["draft", "improve", "debug", "tune", "ensemble", "adapt-repository"]))
    .min(1)
    .default(["draft", "improve"])
    .describe("what to do, one experiment after the other"),
  until_good: z.boolean().default(false).describe("whether the first good experiment ends the sequence"),
};
export type SequenceSettings = z.output<z.ZodObject<typeof sequenceSettings>>;

/** Operators in the given order, one per step. What has nothing to work on is left out. */
export function sequence({ sequence: operators, until_good }: SequenceSettings): Policy {
  return {
    next: async ({ view, stage }) => {
      const fallbacks: string[] = [];
      if (until_good && view.best !== null) return { ideas: [], pruned: [], actions: [], fallbacks };
      for (const operator of operators.slice(position(operators, view))) {
        const parents = stage.operators.includes(operator) ? parentsFor[operator](view) : null;
        if (parents !== null) return { ideas: [], pruned: [], actions: [{ operator, parents }], fallbacks };
        fallbacks.push(`Nothing to ${operator}: left out.`);
      }
      return { ideas: [], pruned: [], actions: [], fallbacks };
    },
  };
}

/** How much of the list the experiments so far have used, those left out included. */
function position(operators: readonly OperatorName[], { experiments }: SearchView): number {
  return experiments.reduce((at, { operator }) => {
    const found = operators.indexOf(operator, at);
    return found === -1 ? at : found + 1;
  }, 0);
}

/** What an operator works on; null when there is nothing. */
const parentsFor: Readonly<Record<OperatorName, (view: SearchView) => Action["parents"] | null>> = {
  draft: () => [],
  "adapt-repository": () => [],
  improve: ({ best }) => (best === null ? null : [best.id]),
  tune: ({ best }) => (best === null ? null : [best.id]),
  debug: ({ experiments }) => lastFailed(experiments.at(-1)),
  ensemble: ensembleMembers,
};

function lastFailed(last: Experiment | undefined): Action["parents"] | null {
  return last?.state === "failed" ? [last.id] : null;
}
