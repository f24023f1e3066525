import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { meanAuc } from "../grade/mean-auc.ts";
import { requireProbabilities } from "../grade/require-probabilities.ts";
import { rowsIn } from "../prepare/groups.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitRows } from "../prepare/split.ts";
import { uniqueTexts, uniqueValues } from "../prepare/unique.ts";
import { defineCompetition } from "./define-competition.ts";

const id = "StudyInstanceUID";

const labels = [
  "ETT - Abnormal",
  "ETT - Borderline",
  "ETT - Normal",
  "NGT - Abnormal",
  "NGT - Borderline",
  "NGT - Incompletely Imaged",
  "NGT - Normal",
  "CVC - Abnormal",
  "CVC - Borderline",
];

export default defineCompetition({
  id: "ranzcr-clip-catheter-line-classification",
  metric: "Mean of the areas under the ROC curve of nine labels",
  submissionFormat: `Columns ${id} and ${labels.join(", ")}: one row per test image, with a probability from 0 to 1 for every label.`,
  knownProblems: [
    "Kaggle's metric averages eleven labels. CVC - Normal and Swan Ganz Catheter Present are not scored here, so scores are not fully comparable with the leaderboard.",
    "Some patients are in both train and test.",
  ],
  grade(submission, answers) {
    requireColumns(submission, ...labels, id);
    requireSameLength(submission, answers);
    for (const label of labels) requireProbabilities(submission.column(label));
    const aligned = alignById(submission, answers, id);
    return meanAuc(
      labels.map((label) => aligned.answers.column(label)),
      labels.map((label) => aligned.submission.column(label)),
    );
  },

  async prepare(context) {
    const { open, write } = context;
    const { train, test } = splitRows(open("train.csv"), { testSize: 0.1 });
    const annotations = rowsIn(open("train_annotations.csv"), id, uniqueValues(train.column(id)));
    write("public/train.csv", train);
    write("public/train_annotations.csv", annotations);
    write(
      "public/sample_submission.csv",
      labels.reduce((table, label) => table.with(label, 0), test.select(id)),
    );
    write("private/test.csv", test);
    for (const [part, table] of Object.entries({ train, test })) {
      placeById(context, uniqueTexts(table.column(id)), { from: "train", to: `public/${part}`, ending: ".jpg" });
    }
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id },
  },
});
