import { useInheritedConfig } from "../../config/current-config.ts";
import { answerQuestions } from "../../lib/processes/answer-questions.ts";
import { Grader, type GradingSettings, type GradingTask } from "./grader.ts";

/** The process that reads the answers for `GradingProcess`: `node grading.process.js <settings>`. */
const grader = new Grader(JSON.parse(process.argv[2]!) as GradingSettings);

answerQuestions(async (task: GradingTask) => {
  await useInheritedConfig();
  return await grader.grade(task);
});
