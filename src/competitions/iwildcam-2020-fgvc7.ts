import { accuracyByColumn } from "../grade/accuracy-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "iwildcam-2020-fgvc7",
  metric: "Accuracy",
  submissionFormat:
    "Columns Id (image id) and Category: one row per row of the sample submission, in its order, the category as a whole number.",
  knownProblems: [
    "Images with several annotations occur in several rows; rows with the same id are matched in file order.",
  ],
  rounding: "python",
  grade: accuracyByColumn({ id: "Id", target: "Category" }),
});
