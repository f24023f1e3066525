import { bestIds, bestSoFar, errors, lineage, recent, siblings } from "../memory/memory.ts";
import type { OperatorContext } from "../parts.ts";
import type { Section } from "./compose-prompt.ts";

/** How many tokens each kind of memory may take in the prompts of operators. */
export interface MemoryCaps {
  readonly best: number;
  readonly recent: number;
  readonly lineage: number;
  readonly siblings: number;
  readonly errors: number;
}

/** Shares of a cap for all of them: results teach more than failures. */
const shares: MemoryCaps = { best: 0.35, recent: 0.2, lineage: 0.15, siblings: 0.15, errors: 0.15 };

export function memoryCaps(tokens: number): MemoryCaps {
  const part = (share: number): number => Math.floor(tokens * share);
  return {
    best: part(shares.best),
    recent: part(shares.recent),
    lineage: part(shares.lineage),
    siblings: part(shares.siblings),
    errors: part(shares.errors),
  };
}

/** What earlier experiments showed, for an operator. */
export function memorySections(
  { view, experiment }: OperatorContext,
  caps: MemoryCaps,
  scopes: readonly (keyof MemoryCaps)[],
): Section[] {
  const shown = scopes.includes("best") ? bestIds(view) : [];
  const options = (scope: keyof MemoryCaps) => ({ view, before: experiment.step, tokens: caps[scope], shown });
  const readers: Readonly<Record<keyof MemoryCaps, () => Section[]>> = {
    best: () => bestSoFar(options("best")),
    recent: () => recent(options("recent")),
    lineage: () => lineage(options("lineage"), experiment),
    siblings: () => siblings(options("siblings"), experiment),
    errors: () => errors(options("errors")),
  };
  return scopes.flatMap((scope) => readers[scope]());
}
