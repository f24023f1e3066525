import { accuracyByColumn } from "../grade/accuracy-by-column.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "tabular-playground-series-dec-2021",
  metric: "Accuracy",
  submissionFormat:
    "Columns Id and Cover_Type: one row per test row, with the cover type as a whole number from 1 to 7.",
  knownProblems: ["The leaderboard is crowded: the thresholds are so close to each other that chance decides medals."],
  rounding: "python",
  grade: accuracyByColumn({ id: "Id", target: "Cover_Type" }),

  async prepare({ open, write }) {
    const { train, test } = splitRows(open("train.csv"), { testSize: 0.1 });
    write("public/train.csv", train);
    write("public/test.csv", test.drop("Cover_Type"));
    write("public/sample_submission.csv", test.select("Id").with("Cover_Type", 2));
    write("private/test.csv", test);
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "Id" },
    hidden: { file: "public/test.csv", columns: ["Cover_Type"] },
  },
});
