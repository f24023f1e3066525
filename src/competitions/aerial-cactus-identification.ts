import { aucByColumn } from "../grade/auc-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "aerial-cactus-identification",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns id (image file name) and has_cactus: one row per test image, the probability from 0 to 1 that it shows a cactus.",
  knownProblems: ["The leaderboard is crowded: thresholds lie so close together that chance decides about medals."],
  grade: aucByColumn({ id: "id", target: "has_cactus" }),
});
