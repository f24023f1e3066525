import { macroF1ByColumn } from "../grade/macro-f1-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "iwildcam-2019-fgvc6",
  metric: "Macro F1",
  submissionFormat: "Columns Id and Category. One row per test image; Category is the species id, a whole number.",
  knownProblems: [
    "The mean is taken over the categories of the truth and of the prediction together: predicting a category that never occurs lowers the score.",
    "The sample submission has an unnamed first column of row numbers; it is ignored.",
  ],
  grade: macroF1ByColumn({ id: "Id", target: "Category" }),
});
