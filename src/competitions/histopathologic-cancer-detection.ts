import { aucByColumn } from "../grade/auc-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "histopathologic-cancer-detection",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns id (image name without ending) and label: one row per test image, the probability from 0 to 1 that its centre holds tumour tissue.",
  grade: aucByColumn({ id: "id", target: "label" }),
});
