import type { Edition } from "../facts/editions.ts";
import type { Thresholds } from "../facts/facts.ts";
import { localIsoTime } from "../lib/local-iso-time.ts";
import { type Medal, rankScore } from "./rank-score.ts";
import type { Standing } from "./standing.ts";

/** A number in JSON, which cannot represent NaN and infinities. */
export type JsonNumber = number | "NaN" | "Infinity" | "-Infinity";

/** Why an existing submission has no score, and whose fault that is. */
export interface Failure {
  /** `invalid`: refused by the grader; `unreadable`: not a table; `grader-error`: a bug in the grader. */
  readonly kind: "invalid" | "unreadable" | "grader-error";
  readonly reason: string;
}

/** The result of grading one submission, before ranking. */
export interface GradedSubmission {
  readonly competitionId: string;
  readonly submissionPath: string;
  readonly submissionExists: boolean;
  /** Rounded as the competition rounds. NaN and infinities are scores; null without a valid submission. */
  readonly score: number | null;
  readonly unroundedScore: number | null;
  readonly failure: Failure | null;
  readonly edition: Edition;
  readonly durationMs: number;
  /** Default: now. */
  readonly createdAt?: Date;
}

/** What our reports have in addition to upstream's. Null if unknown, as in reports by other programs. */
export interface ReportExtra {
  readonly unrounded_score: JsonNumber | null;
  readonly edition: Edition | null;
  readonly percentile: number | null;
  readonly failure: Failure | null;
  readonly duration_ms: number | null;
  /** Teams with a strictly worse score, out of `teams`. */
  readonly teams_beaten: number | null;
  readonly teams: number | null;
  /** The improvement needed to reach each threshold; see `Ranking.distance`. */
  readonly distance: { readonly [threshold in keyof Thresholds]: number | null } | null;
  /** The run that it is the submission of, where that is known. */
  readonly group?: string;
  readonly run?: string;
  readonly seed?: number | null;
  /** How often that run started over because the agent had failed it. */
  readonly retries?: number;
}

/** One graded submission: upstream's keys in upstream's order, then `extra`. */
export interface CompetitionReport {
  readonly competition_id: string;
  /** Null without a valid submission, and for NaN and infinities: see `extra.unrounded_score`. */
  readonly score: number | null;
  readonly gold_threshold: number;
  readonly silver_threshold: number;
  readonly bronze_threshold: number;
  readonly median_threshold: number;
  readonly any_medal: boolean;
  readonly gold_medal: boolean;
  readonly silver_medal: boolean;
  readonly bronze_medal: boolean;
  readonly above_median: boolean;
  readonly submission_exists: boolean;
  readonly valid_submission: boolean;
  readonly is_lower_better: boolean;
  readonly created_at: string;
  readonly submission_path: string;
  readonly extra: ReportExtra;
}

/** Graded submissions and their totals. As in upstream's reports, several submissions to one competition all count. */
export interface GradingReport {
  readonly total_runs: number;
  readonly total_runs_with_submissions: number;
  readonly total_valid_submissions: number;
  readonly total_medals: number;
  readonly total_gold_medals: number;
  readonly total_silver_medals: number;
  readonly total_bronze_medals: number;
  readonly total_above_median: number;
  readonly competition_reports: readonly CompetitionReport[];
}

/** Ranks a graded submission and reports it in upstream's format. A NaN or infinite score is a valid submission. */
export function competitionReport(graded: GradedSubmission, standing: Standing): CompetitionReport {
  const { score } = graded;
  const { thresholds } = standing;
  const ranking = rankScore(score, standing);
  return {
    competition_id: graded.competitionId,
    score: score === null || !Number.isFinite(score) ? null : score,
    gold_threshold: thresholds.gold,
    silver_threshold: thresholds.silver,
    bronze_threshold: thresholds.bronze,
    median_threshold: thresholds.median,
    any_medal: ranking.medal !== null,
    gold_medal: ranking.medal === "gold",
    silver_medal: ranking.medal === "silver",
    bronze_medal: ranking.medal === "bronze",
    above_median: ranking.aboveMedian,
    submission_exists: graded.submissionExists,
    valid_submission: score !== null,
    is_lower_better: standing.better === "lower",
    created_at: localIsoTime(graded.createdAt ?? new Date()),
    submission_path: graded.submissionPath,
    extra: {
      unrounded_score: jsonNumber(graded.unroundedScore),
      edition: graded.edition,
      percentile: ranking.percentile,
      failure: graded.failure,
      duration_ms: graded.durationMs,
      teams_beaten: ranking.shareBeaten === null ? null : Math.round(ranking.shareBeaten * standing.teams),
      teams: standing.teams,
      distance: ranking.distance,
    },
  };
}

/** Combines reports of single submissions. */
export function aggregateReports(reports: readonly CompetitionReport[]): GradingReport {
  const count = (holds: (report: CompetitionReport) => boolean) => reports.filter(holds).length;
  const gold = count((report) => report.gold_medal);
  const silver = count((report) => report.silver_medal);
  const bronze = count((report) => report.bronze_medal);
  return {
    total_runs: reports.length,
    total_runs_with_submissions: count((report) => report.submission_exists),
    total_valid_submissions: count((report) => report.valid_submission),
    total_medals: gold + silver + bronze,
    total_gold_medals: gold,
    total_silver_medals: silver,
    total_bronze_medals: bronze,
    total_above_median: count((report) => report.above_median),
    competition_reports: reports,
  };
}

function jsonNumber(value: number | null): JsonNumber | null {
  return value === null || Number.isFinite(value) ? value : (String(value) as JsonNumber);
}

/** The score to show: a number, or the name of a NaN or infinite one; null without a valid submission. */
export function shownScore(report: Pick<CompetitionReport, "score" | "extra">): JsonNumber | null {
  return report.score ?? report.extra.unrounded_score;
}

/** The medal of a report; null if there is none. */
export function medalOf(report: Pick<CompetitionReport, `${Medal}_medal`>): Medal | null {
  return report.gold_medal ? "gold" : report.silver_medal ? "silver" : report.bronze_medal ? "bronze" : null;
}
