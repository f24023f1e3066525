import { asFloats } from "../frame/as-floats.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireNumbers, requireSameLength } from "../grade/checks.ts";
import { pearson } from "../metrics/pearson.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "us-patent-phrase-to-phrase-matching",
  metric: "Pearson correlation",
  submissionFormat: "Columns id and score: one row per pair of phrases, their predicted similarity from 0 to 1.",
  knownProblems: [
    "Equal scores in all rows, an empty cell or an infinity make the score NaN: the submission is valid but earns no medal.",
  ],
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "id", "score");
    requireNumbers(submission.column("score"));
    const aligned = alignById(submission, answers, "id");
    return pearson(asFloats(aligned.answers.column("score")), asFloats(aligned.submission.column("score")));
  },

  async prepare({ open, write }) {
    const { train, test } = splitRows(open("train.csv"), { testSize: 0.1 });
    write("public/train.csv", train);
    write("public/test.csv", test.drop("score"));
    write("public/sample_submission.csv", test.select("id").with("score", 0));
    write("private/test.csv", test);
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "id" },
    hidden: { file: "public/test.csv", columns: ["score"] },
  },
});
