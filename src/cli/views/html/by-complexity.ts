import { complexities } from "../../../results/break-down.ts";
import { knownFacts } from "../../../results/known-standing.ts";
import { competitionsOf } from "../../../results/result-set.ts";
import type { ReportedSet } from "./reported-set.ts";

/** More competitions are not drawn one by one. */
const mostCompetitions = 200;

/** Competitions of one complexity, sorted by id. */
export interface ComplexityClass {
  readonly name: string;
  readonly ids: readonly string[];
}

/** All competitions of some sets, by complexity, and how many there is no room for. */
export function byComplexity(sets: readonly ReportedSet[]): { classes: ComplexityClass[]; left: number } {
  const all = [...new Set(sets.flatMap(({ set }) => competitionsOf(set)))].sort();
  const ids = all.slice(0, mostCompetitions);
  const classes = complexities.flatMap((name) => {
    const members = ids.filter((id) => (knownFacts(id)?.complexity ?? "unknown") === name);
    return members.length === 0 ? [] : [{ name, ids: members }];
  });
  return { classes, left: all.length - ids.length };
}

export function leftOutNote(left: number): string {
  return left === 0 ? "" : ` ${left} more competitions are not drawn; \`report --json\` has them.`;
}
