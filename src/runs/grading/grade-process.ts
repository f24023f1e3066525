import { type GradingSettings, ItemGrader } from "./grade-item.ts";
import type { GradingItem } from "./grading-item.ts";

/** The process that holds the answers; see `GradingProcess`. It ends with the one that started it. */
const grader = new ItemGrader(JSON.parse(process.argv[2]!) as GradingSettings);

process.on("message", async ({ number, item }: { number: number; item: GradingItem }) => {
  process.send!({ number, report: await grader.grade(item) });
});
process.on("disconnect", () => process.exit());
