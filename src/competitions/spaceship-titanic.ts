import { accuracyByColumn } from "../grade/accuracy-by-column.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "spaceship-titanic",
  metric: "Accuracy",
  submissionFormat: "Columns PassengerId and Transported: one row per test passenger, with True or False (or 1 and 0).",
  rounding: "python",
  grade: accuracyByColumn({ id: "PassengerId", target: "Transported" }),

  async prepare({ open, write }) {
    const { train, test } = splitRows(open("train.csv"), { testSize: 0.1 });
    write("public/train.csv", train);
    write("public/test.csv", test.drop("Transported"));
    write("public/sample_submission.csv", test.select("PassengerId").with("Transported", false));
    write("private/test.csv", test);
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "PassengerId" },
    hidden: { file: "public/test.csv", columns: ["Transported"] },
  },
});
