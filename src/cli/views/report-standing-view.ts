import type { SplitResult } from "../../results/aggregate-split.ts";
import type { BenchmarkSplit } from "../../results/benchmark-splits.ts";
import type { CompetitionFigures, Distance } from "../../results/competition-figures.ts";
import type { Centre } from "../../results/statistics/centre.ts";
import type { Block } from "./document.ts";
import { formatMean } from "./results-table.ts";

export const meaningOfStanding =
  "Percentile: teams beaten, plus half of those tied. HumanRank: 1 - rank / teams, in percent. Normalised: 0 at what nine tenths of the teams reach, 1 at gold. A run without a score has 0 in all three.";

/** `low (22)`. */
export function formatSplit({ name, competitionIds }: BenchmarkSplit): string {
  return `${name.split(" ")[0]} (${competitionIds.length})`;
}

export const standingHeader: readonly string[] = ["split", "percentile", "HumanRank", "normalised", "competitions"];

/** Where an agent stands on the leaderboards of each split. */
export function standingTable(splits: readonly SplitResult[]): Block {
  return {
    title: "Standing on the leaderboards: mean, median over competitions",
    header: standingHeader,
    rows: standingRows(splits),
  };
}

export function standingRows(splits: readonly SplitResult[]): string[][] {
  return splits.map(({ split, standing: { percentile, humanRank, normalisedScore } }) => [
    formatSplit(split),
    formatCentre(percentile, 1),
    formatCentre(humanRank, 1),
    formatCentre(normalisedScore, 3),
    `${normalisedScore.count}/${split.competitionIds.length}`,
  ]);
}

function formatCentre({ mean, median }: Centre, decimals: number): string {
  return mean === null || median === null ? "-" : `${mean.toFixed(decimals)}, ${median.toFixed(decimals)}`;
}

const thresholds = ["gold", "silver", "bronze", "median"] as const;

/** What each competition's mean score still lacks. */
export function distanceTable(competitions: readonly CompetitionFigures[]): Block[] {
  if (competitions.length === 0) return [];
  const rows = competitions.map(({ competitionId, score, better, percentile, runs, distance }) => [
    competitionId,
    formatMean(score),
    better,
    `${score.count}/${runs}`,
    percentile === null ? "-" : percentile.toFixed(1),
    ...thresholds.map((name) => (distance === null ? "-" : formatDistance(distance[name], name))),
  ]);
  return [
    {
      title: "Competitions",
      header: ["competition", "score", "better", "scored", "percentile", ...thresholds.map((name) => `to ${name}`)],
      rows,
    },
    {
      lines: [
        'The columns "to gold" to "to median" say how much the mean score must improve, in the metric\'s unit and as a share of (gold - median).',
      ],
    },
  ];
}

function formatDistance({ score, share }: Distance, name: (typeof thresholds)[number]): string {
  // A medal is reached at its threshold; the median must be passed.
  if (score < 0 || (score === 0 && name !== "median")) return "reached";
  return `${Number(score.toPrecision(3))}${share === null ? "" : ` (${(100 * share).toFixed(0)} %)`}`;
}
