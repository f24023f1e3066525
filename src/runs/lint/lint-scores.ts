import { join } from "node:path";
import type { Competition } from "../../contracts/competition.ts";
import type { Frame } from "../../frame/frame.ts";
import { gradeSubmission, readAnswers } from "../../grade/grade-submission.ts";
import { type CompetitionReport, shownScore } from "../../grade/report.ts";
import { findingsOf, type LintFinding } from "./finding.ts";

/** Whether the sample submission is valid and not above the median, and whether perfect answers earn gold. */
export function lintScores(competition: Competition, prepared: string): readonly LintFinding[] {
  const { files, thresholds } = competition.facts;
  let answers: Frame;
  try {
    answers = readAnswers(competition, join(prepared, files.answers));
  } catch (error) {
    return findingsOf("gold", [`${files.answers} cannot be read: ${(error as Error).message}`], "");
  }
  const grade = (file: string): CompetitionReport =>
    gradeSubmission(competition, { submissionPath: join(prepared, file), answers: () => answers });
  const sample = grade(files.sampleSubmission);
  const sampleScore = shownScore(sample);
  const problemsOfSample = invalid(sample, files.sampleSubmission);
  if (sample.above_median) {
    problemsOfSample.push(
      `${files.sampleSubmission} scores ${sampleScore}, better than the median (${thresholds.median}): ` +
        "an agent that does nothing would be above the median.",
    );
  }
  return [
    ...findingsOf("sample", problemsOfSample, `${files.sampleSubmission} scores ${sampleScore}, not above the median`),
    ...lintPerfect(competition, grade, sample),
  ];
}

function lintPerfect(
  { checks, facts }: Competition,
  grade: (file: string) => CompetitionReport,
  sample: CompetitionReport,
): readonly LintFinding[] {
  const { files, thresholds, better } = facts;
  if (checks?.answersArePerfect === false) {
    const message = "not checked, because `checks.answersArePerfect` is false";
    return [{ check: "gold", status: "warning", message }];
  }
  const perfect = grade(files.gold);
  const score = shownScore(perfect);
  const problems = invalid(perfect, files.gold);
  if (problems.length === 0 && !perfect.gold_medal) {
    problems.push(`Perfect answers (${files.gold}) score ${score}, but gold needs ${thresholds.gold}.`);
  }
  if (perfect.score !== null && sample.score !== null && isWorse(perfect.score, sample.score, better)) {
    problems.push(
      `${better} is better, but perfect answers score ${score} and the sample submission ${shownScore(sample)}. ` +
        "Is `better` wrong?",
    );
  }
  return findingsOf("gold", problems, `perfect answers score ${score}, enough for gold`);
}

function isWorse(score: number, other: number, better: "lower" | "higher"): boolean {
  return better === "lower" ? score > other : score < other;
}

function invalid({ valid_submission, extra }: CompetitionReport, file: string): string[] {
  return valid_submission ? [] : [`${file} is not a valid submission: ${extra.failure?.reason}`];
}
