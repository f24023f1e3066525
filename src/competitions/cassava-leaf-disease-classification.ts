import { accuracyByColumn } from "../grade/accuracy-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "cassava-leaf-disease-classification",
  metric: "Accuracy",
  submissionFormat:
    "Columns image_id (file name) and label: one row per test image, the class as a whole number from 0 to 4.",
  knownProblems: ["The public TFRecord files of the test images may contain the target."],
  rounding: "python",
  grade: accuracyByColumn({ id: "image_id", target: "label" }),
});
