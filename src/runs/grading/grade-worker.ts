import { parentPort, workerData } from "node:worker_threads";
import type { CompetitionReport } from "../../grade/report.ts";
import { type GradingSettings, ItemGrader } from "./grade-item.ts";
import type { GradingItem } from "./grading-item.ts";

const grader = new ItemGrader(workerData as GradingSettings);

parentPort!.on("message", async (items: readonly GradingItem[]) => {
  const reports: CompetitionReport[] = [];
  for (const item of items) reports.push(await grader.grade(item));
  parentPort!.postMessage(reports);
});
