import type { Competition } from "../contracts/competition.ts";
import type { Frame } from "../frame/frame.ts";
import { readCsv } from "../frame/read-csv.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { requireColumns } from "./checks.ts";
import { readAnswers, readSubmission, whyNoSubmission } from "./grade-submission.ts";
import { scoreTables } from "./score-tables.ts";

/** Whether a submission would be scored, and if not, why. Never says how well. */
export type Verdict = { readonly valid: true } | { readonly valid: false; readonly reason: string };

/** What to check the format against: the real answers, or the sample submission when only public files are at hand. */
export type Against = { readonly answersPath: string } | { readonly samplePath: string };

/**
 * Checks a submission's format by the competition's own grader and drops the score. Against a sample submission it uses
 * nothing an agent may not know: the sample stands in for the answers, so ids, columns, number of rows and allowed
 * values are checked alike.
 */
export function validateSubmission(competition: Competition, submissionPath: string, against: Against): Verdict {
  const missing = whyNoSubmission(submissionPath);
  if (missing !== null) return { valid: false, reason: missing };
  const read = (reference: Frame): Frame => readSubmission(submissionPath, reference);
  if ("answersPath" in against) {
    return verdictOn(scoreTables(competition, read, () => readAnswers(competition, against.answersPath)));
  }
  const outcome = scoreTables(competition, read, () => readCsv(against.samplePath));
  if (outcome.failure?.kind !== "grader-error") return verdictOn(outcome);
  // The answers have columns that the sample lacks: only what both share can be checked.
  const columnsOnly = {
    id: competition.id,
    grade: (submission: Frame, sample: Frame) => {
      requireColumns(submission, ...sample.names);
      if (submission.length === 0) throw new InvalidSubmission("The submission has no rows.");
      return 0;
    },
  };
  return verdictOn(scoreTables(columnsOnly, read, () => readCsv(against.samplePath)));
}

function verdictOn({ failure }: ReturnType<typeof scoreTables>): Verdict {
  return failure === null ? { valid: true } : { valid: false, reason: failure.reason };
}
