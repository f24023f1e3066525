import { aucByColumn } from "../grade/auc-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "the-icml-2013-whale-challenge-right-whale-redux",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns clip (file name of the test recording) and probability: one row per clip, the probability from 0 to 1 that it holds a right whale call.",
  grade: aucByColumn({ id: "clip", target: "probability" }),
});
