import { aucByColumn } from "../grade/auc-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "siim-isic-melanoma-classification",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns image_name and target: one row per test image, the probability from 0 to 1 that the lesion is malignant.",
  knownProblems: ["The public TFRecord files of the test images contain the target."],
  grade: aucByColumn({ id: "image_name", target: "target" }),
});
