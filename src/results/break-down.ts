import type { CompetitionFacts } from "../facts/facts.ts";
import { groupBy } from "../lib/group-by.ts";
import type { CompetitionFigures } from "./competition-figures.ts";
import type { FailedRun } from "./failure-kind.ts";
import { knownFacts } from "./known-standing.ts";
import { meanAndError } from "./statistics/mean-and-error.ts";

/** The results in competitions of one class, such as a category. */
export interface ClassResult {
  readonly name: string;
  readonly competitions: number;
  readonly runs: number;
  readonly valid: number;
  /** Runs with a medal. */
  readonly medals: number;
  /** Mean over the competitions whose leaderboard is known; null if there are none. */
  readonly percentile: number | null;
  /** Runs without a valid submission, by kind, the most frequent first. */
  readonly failures: Readonly<Record<string, number>>;
}

/** Results by properties of competitions. Competitions that are not known here, and unknown properties, are `unknown`. */
export interface BreakDown {
  readonly category: readonly ClassResult[];
  readonly complexity: readonly ClassResult[];
  readonly size: readonly ClassResult[];
}

export function breakDown(competitions: readonly CompetitionFigures[], failed: readonly FailedRun[]): BreakDown {
  const failures = groupBy(failed, ({ run }) => run.competitionId);
  const by = (classOf: (facts: CompetitionFacts) => string | null, order?: readonly string[]): ClassResult[] => {
    const classes = groupBy(competitions, ({ competitionId }) => {
      const facts = knownFacts(competitionId);
      return (facts && classOf(facts)) ?? "unknown";
    });
    const results = Array.from(classes, ([name, members]) => {
      const failedHere = members.flatMap(({ competitionId }) => failures.get(competitionId) ?? []);
      return classResult(name, members, failedHere);
    });
    return results.sort((one, other) =>
      order === undefined ? other.runs - one.runs : order.indexOf(one.name) - order.indexOf(other.name),
    );
  };
  return {
    category: by(({ category }) => category),
    complexity: by(({ complexity }) => complexity, complexities),
    size: by(sizeClass, sizes),
  };
}

/** From easy to hard, then those without a place in this order. */
export const complexities = ["low", "medium", "high", "dev", "demo", "custom", "unknown"];
const sizes = ["under 1 GB", "1 to 10 GB", "10 to 100 GB", "100 GB or more", "unknown"];

function sizeClass({ sizeGb }: CompetitionFacts): string | null {
  if (sizeGb === null) return null;
  return sizes[[1, 10, 100].filter((limit) => sizeGb >= limit).length]!;
}

function classResult(name: string, members: readonly CompetitionFigures[], failed: readonly FailedRun[]): ClassResult {
  const sum = (value: (figures: CompetitionFigures) => number) =>
    members.reduce((total, each) => total + value(each), 0);
  const kinds = groupBy(failed, ({ failure }) => failure.kind);
  const counts = Array.from(kinds, ([kind, runs]): [string, number] => [kind, runs.length]);
  return {
    name,
    competitions: members.length,
    runs: sum(({ runs }) => runs),
    valid: sum(({ valid }) => valid),
    medals: sum(({ medals }) => medals.gold + medals.silver + medals.bronze),
    percentile: meanAndError(members.flatMap(({ percentile }) => percentile ?? [])).mean,
    failures: Object.fromEntries(counts.sort(([, one], [, other]) => other - one)),
  };
}
