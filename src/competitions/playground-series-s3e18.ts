import { Frame } from "../frame/frame.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { meanAuc } from "../grade/mean-auc.ts";
import { rankableScores } from "../grade/rankable-scores.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

const labels = ["EC1", "EC2"];
const submitted = ["id", ...labels];
/** The labels that are not in Kaggle's test set: the two that are scored and four more. */
const hidden = [...labels, "EC3", "EC4", "EC5", "EC6"];

export default defineCompetition({
  id: "playground-series-s3e18",
  metric: "Mean of the areas under the ROC curve of EC1 and EC2",
  submissionFormat:
    "Columns id, EC1 and EC2: one row per test row, with a number for both labels; higher means more likely.",
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

  async prepare({ open, write }) {
    const { train, test } = splitRows(open("train.csv"), { testSize: 0.1 });
    const sample = labels.reduce((table, label) => table.with(label, { float: 0.5 }), test);
    write("public/train.csv", train);
    write("public/test.csv", test.drop(...hidden));
    write("public/sample_submission.csv", sample.select(...sample.names.filter((name) => submitted.includes(name))));
    write("private/test.csv", test);
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "id" },
    hidden: { file: "public/test.csv", columns: hidden },
  },
});
