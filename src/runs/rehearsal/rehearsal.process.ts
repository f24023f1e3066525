import { getCompetition } from "../../competitions/get-competition.ts";
import { useInheritedConfig } from "../../config/current-config.ts";
import { gradeSubmission } from "../../grade/grade-submission.ts";
import { shownScore } from "../../grade/report.ts";
import { answerQuestions } from "../../lib/processes/answer-questions.ts";
import type { Scored, ScoreTask } from "./rehearsal-desk.ts";

/** The process that scores an agent's predictions for `RehearsalDesk`. */
answerQuestions(async ({ competitionId, edition, submissionPath, answersPath }: ScoreTask): Promise<Scored> => {
  await useInheritedConfig();
  const competition = await getCompetition(competitionId, { edition });
  const report = gradeSubmission(competition, { submissionPath, answers: answersPath });
  const { failure } = report.extra;
  if (failure?.kind === "grader-error") throw new Error(failure.reason);
  return {
    score: shownScore(report),
    better: report.is_lower_better ? "lower" : "higher",
    reason: failure?.reason ?? null,
  };
});
