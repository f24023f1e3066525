import { getCompetition } from "../../competitions/get-competition.ts";
import { useInheritedConfig } from "../../config/current-config.ts";
import { answerQuestions } from "../../lib/processes/answer-questions.ts";
import { systemFailure } from "../../lib/system-failure.ts";
import { throttleProgress } from "./preparation-progress.ts";
import type { PreparationTask } from "./prepare-batch.ts";
import { prepareUnderLock } from "./prepare-competition.ts";

/** The thread in which `prepareBatch` prepares one competition. */
answerQuestions(async ({ competitionId, edition, options }: PreparationTask, { signal, report }) => {
  await useInheritedConfig();
  const competition = await getCompetition(competitionId, { edition });
  try {
    return await prepareUnderLock(competition, { ...options, signal, onProgress: throttleProgress(report) });
  } catch (error) {
    throw systemFailure(error) ?? error;
  }
});
