import { UsageError } from "../lib/errors.ts";
import { shortHash } from "../runs/record/agent-content.ts";
import { askedLimits, type GroupPlan } from "../runs/record/group-plan.ts";
import type { GroupState } from "../runs/state/read-group.ts";
import { type GroupSummary, summarizeGroups } from "./summarize-group.ts";

/** The runs of several groups taken together. */
export interface PooledSummary extends Omit<GroupSummary, "group" | "folder"> {
  readonly groups: readonly string[];
  /** In what the groups differ, one sentence each: such results are not those of one agent under one set of conditions. */
  readonly differences: readonly string[];
}

/**
 * Takes the runs of several groups together, as if one group had more seeds: every seed of every group counts once.
 *
 * @throws UsageError when the groups differ in something that changes results, unless that is allowed.
 */
export function poolGroups(
  groups: readonly GroupState[],
  options: { readonly allowDifferences: boolean },
): PooledSummary {
  const [first, ...others] = groups;
  if (first === undefined || others.length === 0) throw new UsageError("--pooled needs two or more run groups.");
  const differences = others.flatMap((other) => differencesOf(first.plan, other.plan));
  if (differences.length > 0 && !options.allowDifferences) {
    throw new UsageError(
      `These groups cannot be pooled:\n${differences.map((each) => `  ${each}\n`).join("")}` +
        "To pool them all the same, add --allow-differences; the result names the differences.",
    );
  }
  const { group: _, folder: __, ...summary } = summarizeGroups(groups);
  return { ...summary, groups: groups.map(({ plan }) => plan.name), differences };
}

/** Everything that can make results differ, by the name that messages give it. */
function conditionsOf(plan: GroupPlan): Record<string, unknown> {
  const { sandbox, competitions, edition } = plan;
  return {
    "agent's content": plan.content === undefined ? "not recorded" : shortHash(plan.content.hash),
    // Derived ones follow the machine, and the free disk of the moment.
    ...named("limit", { ...askedLimits(plan), unlimited: plan.unlimited }),
    ...named("sandbox", sandbox),
    models: plan.models,
    competitions: competitions.toSorted().join(", "),
    edition,
  };
}

function named(what: string, values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${what} ${key}`, value]));
}

function differencesOf(one: GroupPlan, other: GroupPlan): string[] {
  const [first, second] = [conditionsOf(one), conditionsOf(other)];
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  const differing = names.filter((name) => isUnknown(first[name]) || shown(first[name]) !== shown(second[name]));
  return differing.map(
    (name) => `${name}: ${shown(first[name])} in ${one.name}, ${shown(second[name])} in ${other.name}`,
  );
}

/** Two agents of which nothing was recorded are not known to be the same. */
function isUnknown(value: unknown): boolean {
  return value === "not recorded";
}

function shown(value: unknown): string {
  return value === undefined ? "none" : typeof value === "string" ? value : JSON.stringify(value);
}
