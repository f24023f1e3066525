import { writeFileSync } from "node:fs";
import { getCompetition } from "../../competitions/get-competition.ts";
import { validateSubmission } from "../../grade/validate-submission.ts";
import { answerQuestions } from "../../lib/processes/answer-questions.ts";
import type { CheckTask } from "./check-submission.ts";

/** The process that reads an agent's upload for `checkSubmission`. */
volunteer();
answerQuestions(async ({ competitionId, edition, submissionPath, samplePath }: CheckTask) =>
  validateSubmission(await getCompetition(competitionId, { edition }), submissionPath, { samplePath }),
);

/** When the machine runs out of memory, this process is the first to be killed. Linux only. */
function volunteer(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // On other systems the memory limit has to do.
  }
}
