import { statSync } from "node:fs";
import type { Competition } from "../contracts.ts";
import type { Frame } from "../frame/frame.ts";
import { readCsv } from "../frame/read-csv.ts";
import { gradeTable } from "./grade-table.ts";
import { type CompetitionReport, competitionReport, type Failure } from "./report.ts";
import { type Standing, standingFromFacts } from "./standing.ts";

export interface GradeOptions {
  readonly submissionPath: string;
  /** The answers' file, or a function that gives them when they are read already. */
  readonly answers: string | (() => Frame);
  /** What to rank against. Default: the competition's real leaderboard, as its facts hold it. */
  readonly standing?: Standing;
}

/**
 * Grades one submission file and ranks its score. A submission that is missing, unreadable or invalid gives a report
 * without score that says why; only unreadable answers make it throw.
 */
export function gradeSubmission(competition: Competition, options: GradeOptions): CompetitionReport {
  const { submissionPath, answers } = options;
  const started = performance.now();
  const missing = whyNoSubmission(submissionPath);
  const outcome =
    missing === null
      ? gradeTable(
          competition,
          () => readCsv(submissionPath),
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
      edition: "v1",
      durationMs: Math.round((performance.now() - started) * 1000) / 1000,
    },
    options.standing ?? standingFromFacts(competition.facts),
  );
}

/** The answers of a competition as its grader takes them. */
export function readAnswers(competition: Pick<Competition, "readAnswers">, path: string): Frame {
  return competition.readAnswers?.(path) ?? readCsv(path);
}

/** Upstream's rule for a submission that counts as present: a regular file whose name ends in `.csv`. */
function whyNoSubmission(path: string): string | null {
  let isFile: boolean;
  try {
    isFile = statSync(path).isFile();
  } catch (error) {
    const loop = (error as NodeJS.ErrnoException).code === "ELOOP";
    return loop ? `The symbolic links of ${path} form a loop.` : `There is no file ${path}.`;
  }
  if (!isFile) return `${path} is not a file.`;
  return path.toLowerCase().endsWith(".csv") ? null : `${path} is not a .csv file.`;
}
