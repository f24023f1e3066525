import { UsageError } from "../lib/errors.ts";
import { byCompetition, type GradedRun, type ResultSet } from "./result-set.ts";
import { percentileOf } from "./run-standing.ts";
import { type CorrelationTest, correlationTest } from "./statistics/correlation-test.ts";
import { holm } from "./statistics/holm.ts";

/** How well one competition separates good agents from bad ones. */
export interface Item {
  readonly competitionId: string;
  /** Result sets with a graded run of it. */
  readonly sets: number;
  readonly runs: number;
  /** Competitions that all of these sets have, besides this one: what a good agent is measured by. */
  readonly rest: number;
  /** Percentage of medals, each set counting once: low for a hard competition. */
  readonly medalPercent: number;
  /** Mean percentile on the leaderboard, each set counting once; null where it is unknown for a run. */
  readonly percentile: number | null;
  /** The correlation of a set's medals here with its medals in the rest; null where it is not defined. */
  readonly byMedals: Discrimination | null;
  /** The same with percentiles. */
  readonly byPercentile: Discrimination | null;
  /** What can be said about it. */
  readonly verdict: ItemVerdict;
}

export interface Discrimination extends CorrelationTest {
  /** Corrected for all correlations that were tested (Holm). */
  readonly adjusted: number;
}

/**
 * `separates`, `reversed`: better agents do better, or worse, by medals or percentile, beyond chance. `contradictory`: medals and
 * percentile say the opposite. `unclear`: chance is
 * enough to explain it. `always won`, `never won`: every run has a medal, or none, and percentiles do not separate either.
 * `too few`: fewer than three sets, or no other competition that they share.
 */
export type ItemVerdict =
  | "separates"
  | "reversed"
  | "contradictory"
  | "unclear"
  | "always won"
  | "never won"
  | "too few";

export interface ItemAnalysis {
  readonly labels: readonly string[];
  /** Correlations that were tested, and corrected for together. */
  readonly tests: number;
  /** With fewer sets, not even perfect correlations could be told from chance after the correction. */
  readonly setsNeeded: number;
  /** Those that separate best come first. */
  readonly items: readonly Item[];
}

/** With fewer, any two values are on a line. */
const fewestSets = 3;
const significance = 0.05;

/** A set's figures, by competition. */
interface Examinee {
  readonly runs: ReadonlyMap<string, number>;
  readonly medals: ReadonlyMap<string, number>;
  /** Competitions with an unknown percentile are left out. */
  readonly percentiles: ReadonlyMap<string, number>;
}

type Measure = "medals" | "percentiles";

/** @throws UsageError for fewer than three result sets. */
export function analyseItems(sets: readonly ResultSet[]): ItemAnalysis {
  if (sets.length < fewestSets) {
    throw new UsageError(
      `Name at least ${fewestSets} result sets of different agents, found ${sets.length}: whether good agents do better in a competition shows only in a comparison of several. ` +
        "Published tables have no results per competition, but the grading reports behind them do.",
    );
  }
  const examinees = sets.map(examineeOf);
  const ids = [...new Set(examinees.flatMap(({ medals }) => [...medals.keys()]))].sort();
  const [byMedals, byPercentile] = corrected(
    ids.map((id) => itemRest(id, examinees, "medals")),
    ids.map((id) => itemRest(id, examinees, "percentiles")),
  );
  const items = ids.map((id, index) => itemOf(id, examinees, byMedals[index]!, byPercentile[index]!));
  const tests = [...byMedals, ...byPercentile].filter((each) => each !== null).length;
  return {
    labels: sets.map(({ label }) => label),
    tests,
    setsNeeded: setsNeededFor(tests),
    items: items.sort(bestFirst),
  };
}

function examineeOf({ runs }: ResultSet): Examinee {
  const groups = [...byCompetition(runs)];
  const table = (figure: (members: readonly GradedRun[]) => number | null) =>
    new Map(
      groups.flatMap(([id, members]): [string, number][] => {
        const value = figure(members);
        return value === null ? [] : [[id, value]];
      }),
    );
  return {
    runs: table((members) => members.length),
    medals: table((members) => meanOf(members.map(({ report }) => (report.any_medal ? 1 : 0)))),
    percentiles: table((members) => {
      const known = members.flatMap((run) => percentileOf(run) ?? []);
      return known.length < members.length ? null : meanOf(known);
    }),
  };
}

/** The correlation of what sets reach in a competition with what they reach in all others. */
function itemRest(id: string, examinees: readonly Examinee[], measure: Measure): CorrelationTest | null {
  const having = examinees.map((each) => each[measure]).filter((values) => values.has(id));
  const rest = sharedBy(having, id);
  if (having.length < fewestSets || rest.length === 0) return null;
  const others = having.map((values) => meanOf(rest.map((each) => values.get(each)!)));
  return correlationTest(
    having.map((values) => values.get(id)!),
    others,
  );
}

type Tests = readonly (CorrelationTest | null)[];

/** Corrects both measures together: a verdict may come from either. */
function corrected(byMedals: Tests, byPercentile: Tests): [(Discrimination | null)[], (Discrimination | null)[]] {
  const adjusted = holm([...byMedals, ...byPercentile].flatMap((each) => each?.pValue ?? []));
  let place = 0;
  const add = (each: CorrelationTest | null) => (each === null ? null : { ...each, adjusted: adjusted[place++]! });
  return [byMedals.map(add), byPercentile.map(add)];
}

/** Of all orders of the sets, two at most are as extreme as a perfect correlation: the observed one and its reverse. */
function setsNeededFor(tests: number): number {
  let [sets, orders] = [2, 2];
  while ((2 / orders) * Math.max(1, tests) >= significance) {
    sets += 1;
    orders *= sets;
  }
  return sets;
}

/** The competitions that all of them have, without one. */
function sharedBy(tables: readonly ReadonlyMap<string, number>[], without: string): string[] {
  const [first] = tables;
  return [...(first?.keys() ?? [])].filter((id) => id !== without && tables.every((table) => table.has(id)));
}

function itemOf(
  id: string,
  examinees: readonly Examinee[],
  byMedals: Discrimination | null,
  byPercentile: Discrimination | null,
): Item {
  const having = examinees.filter(({ medals }) => medals.has(id));
  const percentiles = having.flatMap((each) => each.percentiles.get(id) ?? []);
  const rest = sharedBy(
    having.map(({ medals }) => medals),
    id,
  ).length;
  const medalPercent = 100 * meanOf(having.map(({ medals }) => medals.get(id)!));
  const isEnough = having.length >= fewestSets && rest > 0;
  return {
    competitionId: id,
    sets: having.length,
    runs: having.reduce((sum, { runs }) => sum + runs.get(id)!, 0),
    rest,
    medalPercent,
    percentile: percentiles.length < having.length ? null : meanOf(percentiles),
    byMedals,
    byPercentile,
    verdict: isEnough ? verdictOf(medalPercent, byMedals, byPercentile) : "too few",
  };
}

function verdictOf(medalPercent: number, ...tests: readonly (Discrimination | null)[]): ItemVerdict {
  const significant = tests.flatMap((each) =>
    each !== null && each.adjusted < significance ? [each.correlation] : [],
  );
  const positive = significant.filter((correlation) => correlation > 0).length;
  if (significant.length > 0) {
    return positive === significant.length ? "separates" : positive === 0 ? "reversed" : "contradictory";
  }
  return medalPercent === 100 ? "always won" : medalPercent === 0 ? "never won" : "unclear";
}

function bestFirst(one: Item, other: Item): number {
  const strength = ({ byMedals }: Item): number => byMedals?.correlation ?? -2;
  const second = ({ byPercentile }: Item): number => byPercentile?.correlation ?? -2;
  return (
    strength(other) - strength(one) || second(other) - second(one) || (one.competitionId < other.competitionId ? -1 : 1)
  );
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
