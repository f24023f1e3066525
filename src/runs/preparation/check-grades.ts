import { join } from "node:path";
import type { Competition } from "../../contracts/competition.ts";
import type { Frame } from "../../frame/frame.ts";
import { gradeSubmission, readAnswers } from "../../grade/grade-submission.ts";
import type { CompetitionReport } from "../../grade/report.ts";

/**
 * What is wrong with prepared data in the eyes of the grader, one sentence each: a sample submission that is not valid,
 * answers that do not earn gold, and, on the reference's own data, a sample that scores something else than it should.
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
  } else if (options.isReference && !sameScore(sampleScore, sample.score ?? sample.extra.unrounded_score)) {
    const found = sample.score ?? sample.extra.unrounded_score;
    problems.push(`The sample submission ${files.sampleSubmission} scores ${found}, expected ${sampleScore}.`);
  }

  if (competition.checks?.answersArePerfect === false) return problems;
  const perfect = grade(files.gold);
  if (!perfect.valid_submission) {
    problems.push(`The answers ${files.gold} are no valid submission: ${perfect.extra.failure?.reason}`);
  } else if (!perfect.gold_medal) {
    const score = perfect.score ?? perfect.extra.unrounded_score;
    problems.push(`The answers ${files.gold} score ${score}; gold needs ${thresholds.gold}.`);
  }
  return problems;
}

/** Alike to one unit of the fifth decimal, which is as far as scores are reported. */
function sameScore(expected: number | string, found: number | string | null): boolean {
  if (typeof expected !== "number" || typeof found !== "number") return String(expected) === String(found);
  return Math.abs(expected - found) <= 1.5e-5 * Math.max(1, Math.abs(expected));
}
