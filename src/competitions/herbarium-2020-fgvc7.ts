import { macroF1ByColumn } from "../grade/macro-f1-by-column.ts";
import { herbarium } from "../prepare/herbarium.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "herbarium-2020-fgvc7",
  metric: "Macro F1",
  submissionFormat: "Columns Id and Predicted. One row per test image; Predicted is the category id, a whole number.",
  knownProblems: [
    "The mean is over all categories of the answers and the predictions: predicting a category that does not occur lowers the score.",
  ],
  grade: macroF1ByColumn({ id: "Id", target: "Predicted" }),

  // Upstream: the metadata is not valid UTF-8, so it is read as latin-1, one character per byte.
  prepare: herbarium({ folder: "nybg2020/", withheld: ["categories", "regions"], encoding: "latin1" }),
});
