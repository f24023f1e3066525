import { aucByColumn } from "../grade/auc-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "tabular-playground-series-may-2022",
  metric: "Area under the ROC curve",
  submissionFormat: "Columns id and target: one row per test row, the probability from 0 to 1 that the state is 1.",
  knownProblems: ["The leaderboard is crowded: thresholds lie so close together that chance decides about medals."],
  grade: aucByColumn({ id: "id", target: "target" }),
});
