import { accuracyByColumn } from "../grade/accuracy-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "tabular-playground-series-dec-2021",
  metric: "Accuracy",
  submissionFormat: "Columns Id and Cover_Type: one row per test row, the cover type as a whole number from 1 to 7.",
  knownProblems: ["The leaderboard is crowded: thresholds lie so close together that chance decides about medals."],
  rounding: "python",
  grade: accuracyByColumn({ id: "Id", target: "Cover_Type" }),
});
