import { getCompetition } from "../../competitions/get-competition.ts";
import { useInheritedConfig } from "../../config/current-config.ts";
import { gradeSubmission, readAnswers } from "../../grade/grade-submission.ts";
import { KeptTables } from "../../grade/kept-tables.ts";
import { shownScore } from "../../grade/report.ts";
import { answerQuestions } from "../../lib/processes/answer-questions.ts";
import type { Scored, ScoreTask } from "./rehearsal-desk.ts";

/** Evaluations that doubt a score ask about a second rehearsal. */
const tables = new KeptTables(2);

/** The process that scores an agent's predictions for `RehearsalDesk`. */
answerQuestions(async ({ competitionId, edition, submissionPath, answersPath }: ScoreTask): Promise<Scored> => {
  await useInheritedConfig();
  const competition = await getCompetition(competitionId, { edition });
  const report = gradeSubmission(competition, {
    submissionPath,
    answers: () => tables.read(answersPath, (path) => readAnswers(competition, path)),
  });
  const { failure } = report.extra;
  if (failure?.kind === "grader-error") throw new Error(failure.reason);
  return {
    score: shownScore(report),
    better: report.is_lower_better ? "lower" : "higher",
    reason: failure?.reason ?? null,
  };
});
