import { getCompetition } from "../../../competitions/get-competition.ts";
import { useInheritedConfig } from "../../../config/current-config.ts";
import { answerQuestions } from "../../../lib/processes/answer-questions.ts";
import { systemFailure } from "../../../lib/system-failure.ts";
import type { LeakTask } from "./audit-batch.ts";
import { auditCompetition } from "./audit-competition.ts";

/** The thread in which `auditBatch` looks at one competition. */
answerQuestions(async ({ competitionId, prepared, images }: LeakTask) => {
  await useInheritedConfig();
  try {
    return await auditCompetition(await getCompetition(competitionId), { prepared, images });
  } catch (error) {
    throw systemFailure(error) ?? error;
  }
});
