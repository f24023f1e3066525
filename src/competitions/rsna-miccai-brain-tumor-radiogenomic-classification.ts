import { aucByColumn } from "../grade/auc-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "rsna-miccai-brain-tumor-radiogenomic-classification",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns BraTS21ID and MGMT_value: one row per test case, the probability from 0 to 1 of MGMT promoter methylation. Leading zeros of the ids do not matter.",
  grade: aucByColumn({ id: "BraTS21ID", target: "MGMT_value" }),
});
