import type { SplitResult } from "../../results/aggregate-split.ts";
import type { CompetitionFigures } from "../../results/competition-figures.ts";
import type { CostFigures } from "../../results/cost-figures.ts";
import type { FailureCount } from "../../results/count-failures.ts";
import type { ReportDetails } from "../../results/report-details.ts";
import type { ResultReport } from "../../results/report-results.ts";
import type { SplitStanding } from "../../results/split-standing.ts";
import type { TimeFigures } from "../../results/time-figures.ts";

/** What is reported about a result set. */
export function resultReportJson(report: ResultReport) {
  const { label, sources, competitions, runs, valid, retried, time, cost, failures, missing, splits, incomplete } =
    report;
  return {
    label,
    sources,
    competitions,
    runs,
    valid,
    retried,
    time: timeFiguresJson(time),
    cost: costFiguresJson(cost),
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
    details: report.details && detailsJson(report.details),
    audits: report.audits.map(({ audit, file, findings, isOutdated }) => ({
      audit,
      file,
      findings,
      outdated: isOutdated,
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
    time: timeFiguresJson(figures.time),
    cost: costFiguresJson(figures.cost),
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

function timeFiguresJson(time: TimeFigures) {
  return {
    runs: time.runs,
    worked_ms: time.workedMs,
    gpu_ms: time.gpuMs,
    medals_per_hour: time.medalsPerHour,
    first_valid_ms: time.firstValidMs,
    reached_at_10: time.reachedAt10,
    reached_at_50: time.reachedAt50,
  };
}

function costFiguresJson({ runs, total, perRun, perCompetition, perMedal }: CostFigures) {
  return { runs, total, per_run: perRun, per_competition: perCompetition, per_medal: perMedal };
}

function detailsJson({ timeUse, gaps, gapShare, cpu, calls }: ReportDetails) {
  return {
    time_use: timeUse,
    gaps: gaps.map(({ competitionId, source, seed, ...gap }) => ({
      competition_id: competitionId,
      source,
      seed: seed === "unknown" ? null : seed,
      ...gap,
    })),
    gap_share: gapShare,
    cpu,
    calls: {
      runs: calls.runs,
      calls: calls.calls,
      input_tokens: calls.inputTokens,
      output_tokens: calls.outputTokens,
    },
  };
}
