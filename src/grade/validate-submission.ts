import type { Competition } from "../contracts/competition.ts";
import type { Frame } from "../frame/frame.ts";
import { readCsv } from "../frame/read-csv.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { requireColumns } from "./checks.ts";
import { readAnswers, readSubmission, whyNoSubmission } from "./grade-submission.ts";
import { scoreTables } from "./score-tables.ts";

/** Whether a submission can be scored, and if not, why. Never includes the score. */
export type Verdict = { readonly valid: true } | { readonly valid: false; readonly reason: string };

/**
 * What to check the format against: the answers, or the sample submission if only public files are available, which may have
 * been read already.
 */
export type Against =
  | { readonly answersPath: string }
  | { readonly samplePath: string }
  | { readonly sample: () => Frame };

/**
 * Checks the format of a submission with the competition's grader and drops the score. With the sample submission in place
 * of the answers, it uses only public data and still checks ids, columns, number of rows and allowed values.
 */
export function validateSubmission(competition: Competition, submissionPath: string, against: Against): Verdict {
  const missing = whyNoSubmission(submissionPath);
  if (missing !== null) return { valid: false, reason: missing };
  const read = (reference: Frame): Frame => readSubmission(submissionPath, reference);
  if ("answersPath" in against) {
    return verdictOn(scoreTables(competition, read, () => readAnswers(competition, against.answersPath)));
  }
  const readSample = "sample" in against ? against.sample : () => readCsv(against.samplePath);
  const outcome = scoreTables(competition, read, readSample);
  if (outcome.failure?.kind !== "grader-error") return verdictOn(outcome);
  // The answers have columns that the sample lacks: check only what both have.
  const columnsOnly = {
    id: competition.id,
    grade: (submission: Frame, sample: Frame) => {
      requireColumns(submission, ...sample.names);
      if (submission.length === 0) throw new InvalidSubmission("The submission has no rows.");
      return 0;
    },
  };
  return verdictOn(scoreTables(columnsOnly, read, readSample));
}

function verdictOn({ failure }: ReturnType<typeof scoreTables>): Verdict {
  return failure === null ? { valid: true } : { valid: false, reason: failure.reason };
}
