import { parentPort, workerData } from "node:worker_threads";
import { getCompetition } from "../../competitions/get-competition.ts";
import { validateSubmission } from "../../grade/validate-submission.ts";
import type { CheckTask } from "./check-submission.ts";

async function check({ competitionId, submissionPath, samplePath }: CheckTask): Promise<void> {
  const competition = await getCompetition(competitionId);
  parentPort!.postMessage(validateSubmission(competition, submissionPath, { samplePath }));
}

void check(workerData as CheckTask);
