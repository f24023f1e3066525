import { aucByColumn } from "../grade/auc-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "seti-breakthrough-listen",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns id and target: one row per test snippet, the probability from 0 to 1 that it holds a signal.",
  grade: aucByColumn({ id: "id", target: "target" }),
});
