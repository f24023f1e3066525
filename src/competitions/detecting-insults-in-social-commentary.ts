import { aucByColumn } from "../grade/auc-by-column.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "detecting-insults-in-social-commentary",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns Insult and Comment: one row per test comment, with the probability from 0 to 1 that it is an insult. Comment is the unchanged text of the test file, because it serves as the id. Other columns (Date) are ignored.",
  knownProblems: [
    "The text of a comment is its id. Rows with the same text are paired by the sort's order: keep the rows of the sample submission in their order.",
  ],
  grade: aucByColumn({ id: "Comment", target: "Insult" }),

  async prepare({ open, write, place }) {
    // Upstream: the labels of Kaggle's test set were published, so this is Kaggle's own split.
    const test = open("test_with_solutions.csv").select("Insult", "Date", "Comment");
    place("train.csv", "public/train.csv");
    write("public/test.csv", test.drop("Insult"));
    write("public/sample_submission_null.csv", test.with("Insult", 0));
    write("private/gold_submission.csv", test);
    place("test_with_solutions.csv", "private/test.csv");
  },
  async rehearse({ open, write }) {
    const { train, test } = splitRows(open("train.csv"), {});
    write("public/train.csv", train);
    write("public/test.csv", test.drop("Insult"));
    write("public/sample_submission_null.csv", test.with("Insult", 0));
    write("private/gold_submission.csv", test);
    write("private/test.csv", test);
  },
  checks: { hidden: { file: "public/test.csv", columns: ["Insult"] } },
});
