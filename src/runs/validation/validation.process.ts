import { getCompetition } from "../../competitions/get-competition.ts";
import { useInheritedConfig } from "../../config/current-config.ts";
import { validateSubmission } from "../../grade/validate-submission.ts";
import { answerQuestions } from "../../lib/processes/answer-questions.ts";
import type { CheckTask } from "./check-submission.ts";

/** The process that reads an agent's upload for `checkSubmission`. */
answerQuestions(async ({ competitionId, edition, submissionPath, samplePath }: CheckTask) => {
  await useInheritedConfig();
  return validateSubmission(await getCompetition(competitionId, { edition }), submissionPath, { samplePath });
});
