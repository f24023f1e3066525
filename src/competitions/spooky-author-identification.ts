import { requireExactColumns } from "../grade/exact-columns.ts";
import { logLossByClass } from "../grade/log-loss-by-class.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { oneHot } from "../prepare/one-hot.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

const id = "id";
/** The probabilities in Kaggle's sample submission: the authors' shares of the train set. */
const shares = { EAP: 0.403493538995863, HPL: 0.287808366106543, MWS: 0.308698094897594 };
const gradeClasses = logLossByClass({ id });

export default defineCompetition({
  id: "spooky-author-identification",
  metric: "Multi-class log loss",
  submissionFormat:
    "Columns id (first), EAP, HPL and MWS, no others. One row per test sentence, with the probability of each author: " +
    "numbers from 0 to 1 that sum to 1.",
  rounding: "python",
  grade(submission, answers) {
    requireExactColumns(submission, ...answers.names);
    // Upstream: every column after the first counts as a probability, whatever its name.
    if (submission.has(id) && submission.names[0] !== id) {
      throw new InvalidSubmission(`The first column is "${submission.names[0]}", expected "${id}".`);
    }
    return gradeClasses(submission, answers);
  },

  async prepare({ extract, open, write }) {
    const sentences = open(await extract("train.zip", "train.csv"));
    const { train, test } = splitRows(sentences, { testSize: 0.1 });
    const answers = oneHot(test, { id, target: "author", classes: Object.keys(shares) });
    write("public/train.csv", train);
    write("public/test.csv", test.drop("author"));
    write(
      "public/sample_submission.csv",
      Object.entries(shares).reduce((table, [author, float]) => table.with(author, { float }), answers),
    );
    write("private/test.csv", answers);
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id },
    hidden: { file: "public/test.csv", columns: ["author"] },
  },
});
