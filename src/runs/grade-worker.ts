import { parentPort, workerData } from "node:worker_threads";
import { type GradingSettings, ItemGrader } from "./grade-item.ts";
import type { GradingItem } from "./grading-item.ts";

const grader = new ItemGrader(workerData as GradingSettings);

parentPort!.on("message", async (item: GradingItem) => {
  parentPort!.postMessage(await grader.grade(item));
});
