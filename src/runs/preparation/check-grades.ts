import { join } from "node:path";
import type { Competition } from "../../contracts/competition.ts";
import type { Frame } from "../../frame/frame.ts";
import { gradeSubmission, readAnswers } from "../../grade/grade-submission.ts";
import { type CompetitionReport, shownScore } from "../../grade/report.ts";

/**
 * What the grader finds wrong with prepared data, one sentence each: a sample submission that is not valid, answers
 * that do not earn gold, and, on the reference's own data, a sample with another score than the reference's.
 */
export function checkGrades(competition: Competition, prepared: string, options: { isReference: boolean }): string[] {
  const { files, sampleScore, thresholds } = competition.facts;
  let answers: Frame;
  try {
    answers = readAnswers(competition, join(prepared, files.answers));
  } catch (error) {
    return [`The answers ${files.answers} cannot be read: ${(error as Error).message}`];
  }
  const grade = (path: string): CompetitionReport =>
    gradeSubmission(competition, { submissionPath: join(prepared, path), answers: () => answers });
  const problems: string[] = [];

  const sample = grade(files.sampleSubmission);
  if (!sample.valid_submission) {
    problems.push(`The sample submission ${files.sampleSubmission} is not valid: ${sample.extra.failure?.reason}`);
  } else if (options.isReference && sampleScore !== null && !sameScore(sampleScore, shownScore(sample))) {
    const found = shownScore(sample);
    problems.push(`The sample submission ${files.sampleSubmission} scores ${found}, expected ${sampleScore}.`);
  }

  if (competition.checks?.answersArePerfect === false) return problems;
  const perfect = grade(files.gold);
  if (!perfect.valid_submission) {
    problems.push(`The answers ${files.gold} are not a valid submission: ${perfect.extra.failure?.reason}`);
  } else if (!perfect.gold_medal) {
    problems.push(`The answers ${files.gold} score ${shownScore(perfect)}; gold needs ${thresholds.gold}.`);
  }
  return problems;
}

/** Equal up to one unit of the fifth decimal, the last one in reports. */
function sameScore(expected: number | string, found: number | string | null): boolean {
  if (typeof expected !== "number" || typeof found !== "number") return String(expected) === String(found);
  return Math.abs(expected - found) <= 1.5e-5 * Math.max(1, Math.abs(expected));
}
