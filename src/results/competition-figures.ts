import type { Better, Thresholds } from "../facts/facts.ts";
import { distancesTo } from "../grade/rank-score.ts";
import { medalOf } from "../grade/report.ts";
import { type CostFigures, costFigures } from "./cost-figures.ts";
import { byCompetition, type GradedRun } from "./result-set.ts";
import { type RunStanding, standingOf } from "./run-standing.ts";
import { meanOf } from "./split-standing.ts";
import { type MeanAndError, meanAndError } from "./statistics/mean-and-error.ts";
import { type TimeFigures, timeFigures } from "./time-figures.ts";

/** How much the mean score must improve to reach a threshold: zero or less once it is reached. */
export interface Distance {
  /** In the metric's unit. */
  readonly score: number;
  /** As a share of what is between the median and gold; null where these are equal. */
  readonly share: number | null;
}

/** What an agent reached in one competition, over its graded runs. */
export interface CompetitionFigures extends RunStanding {
  readonly competitionId: string;
  readonly better: Better;
  readonly runs: number;
  readonly valid: number;
  readonly medals: { readonly gold: number; readonly silver: number; readonly bronze: number };
  /** Over the runs that have one. */
  readonly score: MeanAndError;
  /** Null without a score, and where the source does not record the thresholds. */
  readonly distance: { readonly [name in keyof Thresholds]: Distance } | null;
  readonly time: TimeFigures;
  readonly cost: CostFigures;
}

/** Sorted by id. */
export function competitionFigures(runs: readonly GradedRun[]): CompetitionFigures[] {
  const groups = [...byCompetition(runs)].sort(([one], [other]) => (one < other ? -1 : 1));
  return groups.map(([competitionId, members]) => figuresOf(competitionId, members));
}

function figuresOf(competitionId: string, runs: readonly GradedRun[]): CompetitionFigures {
  const standings = runs.map(standingOf);
  const count = (medal: string) => runs.filter(({ report }) => medalOf(report) === medal).length;
  const score = meanAndError(runs.flatMap(({ report }) => report.score ?? []));
  return {
    competitionId,
    better: runs[0]!.report.is_lower_better ? "lower" : "higher",
    runs: runs.length,
    valid: runs.filter(({ report }) => report.valid_submission).length,
    medals: { gold: count("gold"), silver: count("silver"), bronze: count("bronze") },
    score,
    percentile: meanOf(standings, "percentile"),
    humanRank: meanOf(standings, "humanRank"),
    normalisedScore: meanOf(standings, "normalisedScore"),
    distance: distancesOf(score.mean, runs[0]!),
    time: timeFigures(runs),
    cost: costFigures(runs),
  };
}

function distancesOf(score: number | null, { report }: GradedRun): CompetitionFigures["distance"] {
  const thresholds = {
    gold: report.gold_threshold,
    silver: report.silver_threshold,
    bronze: report.bronze_threshold,
    median: report.median_threshold,
  };
  if (score === null || !Object.values(thresholds).every(Number.isFinite)) return null;
  const span = Math.abs(thresholds.gold - thresholds.median);
  const inUnits = distancesTo(thresholds, score, report.is_lower_better ? "lower" : "higher");
  const distance = (name: keyof Thresholds): Distance => ({
    score: inUnits[name],
    share: span === 0 ? null : inUnits[name] / span,
  });
  return { gold: distance("gold"), silver: distance("silver"), bronze: distance("bronze"), median: distance("median") };
}
