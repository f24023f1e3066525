import { workerData } from "node:worker_threads";
import { useInheritedConfig } from "../../config/current-config.ts";
import type { CompetitionReport } from "../../grade/report.ts";
import { answerQuestions } from "../../lib/processes/answer-questions.ts";
import { Grader, type GradingSettings, type GradingTask } from "./grader.ts";

/** A thread that grades for `gradeBatch`. */
const grader = new Grader(workerData as GradingSettings);

answerQuestions(async (tasks: readonly GradingTask[]) => {
  await useInheritedConfig();
  const reports: CompetitionReport[] = [];
  for (const task of tasks) reports.push(await grader.grade(task));
  return reports;
});
