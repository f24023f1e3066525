import { getCompetition } from "../../competitions/get-competition.ts";
import { answerQuestions } from "../../lib/processes/answer-questions.ts";
import { throttleProgress } from "./preparation-progress.ts";
import type { PreparationTask } from "./prepare-batch.ts";
import { prepareUnderLock } from "./prepare-competition.ts";

/** The thread in which `prepareBatch` prepares one competition. */
answerQuestions(async ({ competitionId, edition, options }: PreparationTask, { signal, report }) =>
  prepareUnderLock(await getCompetition(competitionId, { edition }), {
    ...options,
    signal,
    onProgress: throttleProgress(report),
  }),
);
