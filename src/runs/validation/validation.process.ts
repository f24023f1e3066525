import { getCompetition } from "../../competitions/get-competition.ts";
import { useInheritedConfig } from "../../config/current-config.ts";
import { readCsv } from "../../frame/read-csv.ts";
import { KeptTables } from "../../grade/kept-tables.ts";
import { validateSubmission } from "../../grade/validate-submission.ts";
import { answerQuestions } from "../../lib/processes/answer-questions.ts";
import type { CheckTask } from "./judge.ts";

const tables = new KeptTables(1);

/** The process that reads an agent's uploads for `Judge`. */
answerQuestions(async ({ competitionId, edition, submissionPath, samplePath }: CheckTask) => {
  await useInheritedConfig();
  const competition = await getCompetition(competitionId, { edition });
  return validateSubmission(competition, submissionPath, { sample: () => tables.read(samplePath, readCsv) });
});
