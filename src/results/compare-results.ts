import { isClosed } from "./benchmark-splits.ts";
import { sharedCompetitions } from "./restrict-set.ts";
import { byCompetition, type GradedRun, type ResultSet } from "./result-set.ts";
import { percentileOf } from "./run-standing.ts";
import { holm } from "./statistics/holm.ts";
import { type MeanAndError, meanAndError } from "./statistics/mean-and-error.ts";
import { type Difference, testDifference } from "./statistics/test-difference.ts";

/** What one agent reached in one competition, over its seeds. */
export interface AgentFigures {
  readonly runs: number;
  readonly medals: number;
  /** Over the runs that have one. */
  readonly score: MeanAndError;
  /** Mean over all runs, 0 for those without a score; null when the competition's leaderboard is not known. */
  readonly percentile: number | null;
}

export interface ComparedCompetition {
  readonly competitionId: string;
  readonly better: "lower" | "higher";
  /** In the order of the sets. */
  readonly figures: readonly AgentFigures[];
  /** The set with the best percentile, or score where that is equal or not known; null for a tie. */
  readonly winner: number | null;
}

/** A set compared with the first one. Positive differences are in favour of the set. */
export interface ComparedPair {
  /** Position of the set. */
  readonly set: number;
  readonly competitions: number;
  /** Whether competitions count that can no longer be joined: 75 and 22 with them, 73 and 20 without. */
  readonly closed: "included" | "left out";
  /** Share of medals, in percentage points. */
  readonly medals: Difference;
  /** Mean percentile, over the competitions for which it is known; null if there are none. */
  readonly percentile: Difference | null;
}

export interface Comparison {
  readonly sets: readonly ResultSet[];
  readonly competitions: readonly ComparedCompetition[];
  readonly pairs: readonly ComparedPair[];
}

/** Compares result sets competition by competition, each with the first. What only some of them have is left out. */
export function compareResults(sets: readonly ResultSet[]): Comparison {
  const runs = sets.map((set) => byCompetition(set.runs));
  const competitions = sharedCompetitions(sets).map((id) =>
    compareCompetition(
      id,
      runs.map((each) => each.get(id)!),
    ),
  );
  const whole = comparePairs(competitions, sets.length, "included");
  const open = competitions.filter(({ competitionId }) => !isClosed(competitionId));
  const isSmaller = open.length > 0 && open.length < competitions.length;
  const smaller = isSmaller ? comparePairs(open, sets.length, "left out") : [];
  const pairs = whole.flatMap((pair, index) => {
    const other = smaller[index];
    return other !== undefined && other.medals.mean !== pair.medals.mean ? [pair, other] : [pair];
  });
  return { sets, competitions, pairs };
}

function comparePairs(
  competitions: readonly ComparedCompetition[],
  sets: number,
  closed: ComparedPair["closed"],
): ComparedPair[] {
  return withHolm(Array.from({ length: sets - 1 }, (_, index) => comparePair(competitions, index + 1, closed)));
}

function compareCompetition(competitionId: string, members: readonly (readonly GradedRun[])[]): ComparedCompetition {
  const better = members[0]![0]!.report.is_lower_better ? "lower" : "higher";
  const figures = members.map(figuresOf);
  return { competitionId, better, figures, winner: winnerOf(figures, better) };
}

function figuresOf(runs: readonly GradedRun[]): AgentFigures {
  const percentiles = runs.map(percentileOf);
  const known = percentiles.filter((value) => value !== null);
  return {
    runs: runs.length,
    medals: runs.filter(({ report }) => report.any_medal).length,
    score: meanAndError(runs.flatMap(({ report }) => (report.score === null ? [] : [report.score]))),
    percentile: known.length < runs.length ? null : meanAndError(known).mean,
  };
}

function winnerOf(figures: readonly AgentFigures[], better: "lower" | "higher"): number | null {
  const sign = better === "lower" ? -1 : 1;
  const isRanked = figures.every(({ percentile }) => percentile !== null);
  const ranks = figures.map(({ percentile, score }) => [
    isRanked ? percentile! : 0,
    score.mean === null ? -Number.MAX_VALUE : sign * score.mean,
  ]);
  const order = ranks.map((_, index) => index).sort((one, other) => compare(ranks[other]!, ranks[one]!));
  const [first, second] = order as [number, number];
  return compare(ranks[first]!, ranks[second]!) === 0 ? null : first;
}

function compare(one: readonly number[], other: readonly number[]): number {
  return one[0]! - other[0]! || one[1]! - other[1]!;
}

function comparePair(
  competitions: readonly ComparedCompetition[],
  set: number,
  closed: ComparedPair["closed"],
): ComparedPair {
  const share = ({ medals, runs }: AgentFigures) => (100 * medals) / runs;
  const medals = competitions.map(({ figures }) => share(figures[set]!) - share(figures[0]!));
  const mostRuns = Math.max(1, ...competitions.flatMap(({ figures }) => [figures[0]!.runs, figures[set]!.runs]));
  const percentiles = competitions.flatMap(({ figures }) => {
    const [one, other] = [figures[0]!.percentile, figures[set]!.percentile];
    return one === null || other === null ? [] : [other - one];
  });
  return {
    set,
    competitions: competitions.length,
    closed,
    medals: testDifference(medals, 100 / mostRuns),
    percentile: percentiles.length === 0 ? null : testDifference(percentiles, 0),
  };
}

/** Several comparisons at once find something by chance more often: their p-values are corrected. */
function withHolm(pairs: readonly ComparedPair[]): ComparedPair[] {
  const corrected = holm(pairs.map(({ medals }) => medals.pValue));
  const percentiles = holm(pairs.map(({ percentile }) => percentile?.pValue ?? 1));
  return pairs.map(({ medals, percentile, ...pair }, index) => ({
    ...pair,
    medals: { ...medals, pValue: corrected[index]! },
    percentile: percentile && { ...percentile, pValue: percentiles[index]! },
  }));
}
