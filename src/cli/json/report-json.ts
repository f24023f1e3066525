import type { SplitResult } from "../../results/aggregate-split.ts";
import type { CompetitionFigures } from "../../results/competition-figures.ts";
import type { FailureCount } from "../../results/count-failures.ts";
import type { ResultReport } from "../../results/report-results.ts";
import type { SplitStanding } from "../../results/split-standing.ts";

/** What is reported about a result set. */
export function resultReportJson(report: ResultReport) {
  const { label, sources, competitions, runs, valid, retried, cost, failures, missing, splits, incomplete } = report;
  return {
    label,
    sources,
    competitions,
    runs,
    valid,
    retried,
    cost: cost.runs === 0 ? null : cost.total,
    cost_runs: cost.runs,
    splits: splits.map(splitResultJson),
    incomplete: incomplete.map(({ split, absent }) => ({ split: split.name, absent })),
    by_competition: report.byCompetition.map(competitionFiguresJson),
    failures: failures.map(failureCountJson),
    harness_failures: report.harnessFailures.map(failureCountJson),
    by_category: report.breakDown.category,
    by_complexity: report.breakDown.complexity,
    by_size: report.breakDown.size,
    missing: missing.map(({ competitionId, source, seed, why, reason = null }) => ({
      competition_id: competitionId,
      source,
      seed: seed === "unknown" ? null : seed,
      why,
      reason,
    })),
  };
}

function splitResultJson(result: SplitResult) {
  const { split, seeds, percent, interval, standing, padded, leftOut, mixed, absent } = result;
  const { anyMedal, gold, silver, bronze, aboveMedian, valid, submitted } = percent;
  return {
    split: split.name,
    competitions: split.competitionIds.length,
    seeds,
    percent: { submitted, valid, above_median: aboveMedian, bronze, silver, gold, any_medal: anyMedal },
    interval,
    standing: standingJson(standing),
    padded,
    left_out: leftOut,
    mixed,
    absent,
  };
}

function standingJson({ percentile, humanRank, normalisedScore }: SplitStanding) {
  return { percentile, human_rank: humanRank, normalised_score: normalisedScore };
}

function competitionFiguresJson(figures: CompetitionFigures) {
  const { competitionId, better, runs, valid, medals, score, percentile, humanRank, normalisedScore } = figures;
  return {
    competition_id: competitionId,
    better,
    runs,
    valid,
    medals,
    score,
    percentile,
    human_rank: humanRank,
    normalised_score: normalisedScore,
    distance: figures.distance,
  };
}

function failureCountJson({ kind, cause, count, examples }: FailureCount) {
  return {
    kind,
    cause,
    count,
    examples: examples.map(({ competitionId, source, seed, reason }) => ({
      competition_id: competitionId,
      source,
      seed: seed === "unknown" ? null : seed,
      reason,
    })),
  };
}
