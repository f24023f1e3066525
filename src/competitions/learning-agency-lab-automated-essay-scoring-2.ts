import { NumberColumn } from "../frame/column.ts";
import { quadraticKappaByColumn } from "../grade/quadratic-kappa-by-column.ts";
import { NumpyRandomState } from "../lib/random/numpy-random-state.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "learning-agency-lab-automated-essay-scoring-2",
  metric: "Quadratic weighted kappa",
  submissionFormat: "Columns essay_id and score. One row per test essay; score is a whole number from 1 to 6.",
  knownProblems: [
    "Distances are between positions in the list of scores that occur: a score that does not occur brings its neighbours closer together.",
  ],
  grade: quadraticKappaByColumn({ id: "essay_id", target: "score" }),

  async prepare({ open, write }) {
    const { train, test } = splitRows(open("train.csv"), { testSize: 0.1 });
    const random = new NumpyRandomState(42);
    const scores = Float64Array.from({ length: test.length }, () => random.randint(1, 7));
    write("public/train.csv", train);
    write("public/test.csv", test.drop("score"));
    write(
      "public/sample_submission.csv",
      test.select("essay_id").with("score", new NumberColumn("score", "int64", scores)),
    );
    write("private/answers.csv", test);
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/answers.csv", id: "essay_id" },
    hidden: { file: "public/test.csv", columns: ["score"] },
  },
});
