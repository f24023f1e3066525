import { Frame } from "../frame/frame.ts";
import { alignById } from "../grade/align.ts";
import { requireSameLength } from "../grade/checks.ts";
import { requireExactColumns } from "../grade/exact-columns.ts";
import { meanAuc } from "../grade/mean-auc.ts";
import { rankableScores } from "../grade/rankable-scores.ts";
import { defineCompetition } from "./define.ts";

const labels = ["healthy", "multiple_diseases", "rust", "scab"];

export default defineCompetition({
  id: "plant-pathology-2020-fgvc7",
  metric: "Mean of the areas under the ROC curve of four labels",
  submissionFormat: `Columns image_id, ${labels.join(", ")} and no others: one row per test image, a number for every label, the higher the likelier.`,
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireExactColumns(submission, "image_id", ...labels);
    const scores = labels.flatMap((label) => rankableScores([submission.column(label)]));
    const aligned = alignById(Frame.of([submission.column("image_id"), ...scores]), answers, "image_id");
    return meanAuc(
      labels.map((label) => aligned.answers.column(label)),
      labels.map((label) => aligned.submission.column(label)),
    );
  },
});
