import { statSync } from "node:fs";
import type { Competition } from "../contracts/competition.ts";
import type { Frame } from "../frame/frame.ts";
import { readCsv } from "../frame/read-csv.ts";
import { whyNotOpened } from "../frame/reading/csv-source.ts";
import { type CompetitionReport, competitionReport, type Failure } from "./report.ts";
import { scoreTables } from "./score-tables.ts";
import { type Standing, standingFromFacts } from "./standing.ts";

export interface GradeOptions {
  readonly submissionPath: string;
  /** The answers' file, or a function that returns answers already read. */
  readonly answers: string | (() => Frame);
  /** What to rank against. Default: the competition's real leaderboard. */
  readonly standing?: Standing;
}

/**
 * Grades one submission file and ranks its score. A missing, unreadable or invalid submission gets a report without a
 * score, with the reason. Throws only if the answers cannot be read.
 */
export function gradeSubmission(competition: Competition, options: GradeOptions): CompetitionReport {
  const { submissionPath, answers } = options;
  const started = performance.now();
  const missing = whyNoSubmission(submissionPath);
  const outcome =
    missing === null
      ? scoreTables(
          competition,
          (truth) => readSubmission(submissionPath, truth),
          typeof answers === "string" ? () => readAnswers(competition, answers) : answers,
        )
      : { score: null, rounded: null, failure: { kind: "unreadable", reason: missing } satisfies Failure };
  return competitionReport(
    {
      competitionId: competition.id,
      submissionPath,
      submissionExists: missing === null,
      score: outcome.rounded,
      unroundedScore: outcome.score,
      failure: outcome.failure,
      edition: competition.edition,
      durationMs: Math.round((performance.now() - started) * 1000) / 1000,
    },
    options.standing ?? standingFromFacts(competition.facts),
  );
}

/**
 * A submission's table. One that is far larger than the answers is refused while it is read, so that no submission takes
 * much more memory and time than a good one.
 */
export function readSubmission(path: string, answers: Frame): Frame {
  const rows = Math.max(5_000_000, 4 * answers.length);
  return readCsv(path, { rows, cells: Math.max(2 ** 26, 2 * rows * answers.names.length) });
}

/** The answers of a competition, as its grader expects them. */
export function readAnswers(competition: Pick<Competition, "readAnswers">, path: string): Frame {
  return competition.readAnswers?.(path) ?? readCsv(path);
}

/** Why a path is not a submission; null if it is. Like upstream, accepts any regular file named `*.csv`. */
export function whyNoSubmission(path: string): string | null {
  try {
    if (!statSync(path).isFile())
      return `${path} is ${statSync(path).isDirectory() ? "a directory" : "not a regular file"}.`;
  } catch (error) {
    return whyNotOpened(path, error);
  }
  return path.toLowerCase().endsWith(".csv") ? null : `${path} is not a .csv file.`;
}
