import type { Frame } from "../../../frame/frame.ts";
import { findClassColumn, findShares } from "./class-columns.ts";
import type { Goal } from "./goal.ts";
import { goalOfColumn } from "./goal-of-column.ts";
import { findColumn } from "./name-columns.ts";

/** The goals, or why there are none; `hasTargets` tells whether the table has columns for the targets at all. */
export type FoundGoals =
  | { readonly goals: readonly Goal[] }
  | { readonly declined: string; readonly hasTargets: boolean };

/** What the competition asks for. */
export interface Asked {
  readonly sample: Frame;
  /** The sample's columns to fill. */
  readonly targets: readonly string[];
  readonly test: Frame | null;
  /** The competition's description. */
  readonly words: string;
}

/** Finds what to predict by comparing the sample's targets with the columns of a training table. */
export function findGoals(train: Frame, asked: Asked): FoundGoals {
  const { sample, targets, words } = asked;
  if (train.length === 0) return { declined: "it has no rows", hasTargets: true };
  const named = targets.flatMap((target) => {
    const source = findColumn(train, target);
    return source === null ? [] : [{ target, source }];
  });
  if (named.length > 0 && named.length === targets.length) {
    const shares = findShares(train, sample, named);
    if (shares !== null) return { goals: shares };
    return collect(named.map(({ target, source }) => goalOfColumn(train.column(source), sample.column(target), words)));
  }
  const byClass = findClassColumn(train, targets);
  if (byClass !== null) return { goals: [byClass] };
  const only = targets.length === 1 ? onlyCandidate(train, asked) : null;
  if (only !== null) return collect([goalOfColumn(train.column(only), sample.column(targets[0]!), words)]);
  const missing = targets.filter((target) => findColumn(train, target) === null);
  const names = `${missing.slice(0, 3).join(", ")}${missing.length > 3 ? ", ..." : ""}`;
  return { declined: `it has no column for ${names}`, hasTargets: false };
}

function collect(found: readonly (Goal | string)[]): FoundGoals {
  const goals = found.filter((goal) => typeof goal !== "string");
  return goals.length > 0 ? { goals } : { declined: found[0] as string, hasTargets: true };
}

/** The only column that the test set lacks, or else the one with a name that is usual for targets. */
function onlyCandidate(train: Frame, { sample, test }: Asked): string | null {
  const isGiven = (name: string): boolean => findColumn(test ?? sample, name) !== null;
  const unknown = train.names.filter((name) => !isGiven(name));
  if (unknown.length === 1 && (test !== null || train.names.length === 2)) return unknown[0]!;
  return unknown.find((name) => /^(target|label|labels|class|category_id|category)$/i.test(name)) ?? null;
}
