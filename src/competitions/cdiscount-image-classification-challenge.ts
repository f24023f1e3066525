import { accuracyByColumn } from "../grade/accuracy-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "cdiscount-image-classification-challenge",
  metric: "Accuracy",
  submissionFormat: "Columns _id and category_id: one row per test product, the category as its 10-digit number.",
  rounding: "python",
  grade: accuracyByColumn({ id: "_id", target: "category_id" }),
});
