import type { Comparability } from "../../results/comparability.ts";
import type { AgentFigures, ComparedCompetition, ComparedPair, Comparison } from "../../results/compare-results.ts";
import { mostInconclusive } from "../../results/statistics/detectable-difference.ts";
import { type Difference, isSignificant } from "../../results/statistics/test-difference.ts";
import type { Block } from "./document.ts";
import { formatMean } from "./results-table.ts";

const meaning =
  "Differences are paired by competition, each set with the first. Their 95 % interval says how much they would vary with other competitions of the same kind (bootstrap). p is that of the paired permutation test; a run without a score has percentile 0.";

/** A comparison; obstacles come first, so that no figure is read without them. */
export function describeComparison(
  { sets, competitions, pairs }: Comparison,
  { obstacles, unknown }: Comparability,
): Block[] {
  const labels = sets.map(({ label }) => label);
  const whole = pairs.filter(({ closed }) => closed === "included");
  const names = labels.flatMap((label) => [label, "medals", "percentile"]);
  return [
    { lines: obstacles.map(({ problem }) => `Not comparable: ${problem}`) },
    { header: ["competition", ...names, "better"], rows: competitions.map((each) => rowOf(each, labels)) },
    {
      header: ["difference", "any medal %", "95 % interval", "p", "mean percentile", "95 % interval", "p"],
      rows: pairs.map((pair) => pairRow(pair, labels)),
    },
    { lines: [winsOf(competitions, labels), ...whole.flatMap((pair) => verdictsOf(pair, labels))] },
    {
      lines: [
        meaning,
        ...(unknown.length === 0 ? [] : [`Not compared, because a source does not record it: ${unknown.join(", ")}.`]),
      ],
    },
  ];
}

function rowOf({ competitionId, figures, winner }: ComparedCompetition, labels: readonly string[]): string[] {
  return [competitionId, ...figures.flatMap(cellsOf), winner === null ? "tie" : labels[winner]!];
}

function cellsOf({ runs, medals, score, percentile }: AgentFigures): string[] {
  return [formatMean(score), `${medals}/${runs}`, percentile === null ? "-" : percentile.toFixed(1)];
}

function pairRow({ set, competitions, medals, percentile }: ComparedPair, labels: readonly string[]): string[] {
  return [
    `${labels[set]} - ${labels[0]} (${competitions})`,
    ...differenceCells(medals),
    ...(percentile === null ? ["-", "-", "-"] : differenceCells(percentile)),
  ];
}

function differenceCells({ mean, interval, pValue }: Difference): string[] {
  return [
    signed(mean),
    interval === null ? "-" : `${signed(interval.low)} to ${signed(interval.high)}`,
    pValue < 0.0001 ? "< 0.0001" : pValue.toFixed(4),
  ];
}

function signed(value: number): string {
  return `${value > 0 ? "+" : ""}${value.toFixed(2)}`;
}

function winsOf(competitions: readonly ComparedCompetition[], labels: readonly string[]): string {
  const wins = labels.map((label, set) => `${label} ${competitions.filter(({ winner }) => winner === set).length}`);
  const ties = competitions.filter(({ winner }) => winner === null).length;
  return `Better in ${competitions.length} competitions: ${wins.join(", ")}; ties: ${ties}.`;
}

function verdictsOf({ set, medals, percentile }: ComparedPair, labels: readonly string[]): string[] {
  const name = `${labels[set]} against ${labels[0]}`;
  return [
    `${name}, medals: ${verdictOf(medals, "percentage points")}`,
    ...(percentile === null ? [] : [`${name}, percentile: ${verdictOf(percentile, "points")}`]),
  ];
}

function verdictOf(difference: Difference, unit: string): string {
  const { differing, detectable } = difference;
  const found =
    differing <= mostInconclusive
      ? `${differing} ${differing === 1 ? "competition differs" : "competitions differ"}, too few for any difference to be significant (at least ${mostInconclusive + 1}).`
      : isSignificant(difference)
        ? "the difference is significant (p < 0.05)."
        : "no significant difference (p >= 0.05), which does not mean that they are equal.";
  const smallest =
    detectable === null
      ? ""
      : ` This design finds a difference of ${detectable.toFixed(1)} ${unit} in 80 of 100 cases.`;
  return found + smallest;
}
