import { aucByColumn } from "../grade/auc-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "invasive-species-monitoring",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns name (number of the test image) and invasive: one row per test image, the probability from 0 to 1 that it shows the invasive species.",
  knownProblems: ["The archives train.7z and test.7z that upstream prepares hold no images."],
  grade: aucByColumn({ id: "name", target: "invasive" }),
});
