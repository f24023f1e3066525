import { Frame } from "../frame/frame.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { meanAuc } from "../grade/mean-auc.ts";
import { rankableScores } from "../grade/rankable-scores.ts";
import { defineCompetition } from "./define.ts";

const labels = ["EC1", "EC2"];

export default defineCompetition({
  id: "playground-series-s3e18",
  metric: "Mean of the areas under the ROC curve of EC1 and EC2",
  submissionFormat:
    "Columns id, EC1 and EC2: one row per test row, for both labels a number such as the probability, the higher the likelier.",
  grade(submission, answers) {
    requireColumns(submission, "id", ...labels);
    requireSameLength(submission, answers);
    const scores = rankableScores(labels.map((label) => submission.column(label)));
    const aligned = alignById(Frame.of([submission.column("id"), ...scores]), answers, "id");
    return meanAuc(
      labels.map((label) => aligned.answers.column(label)),
      labels.map((label) => aligned.submission.column(label)),
    );
  },
});
