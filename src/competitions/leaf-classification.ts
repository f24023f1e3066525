import { loadClasses } from "../facts/classes.ts";
import { asText } from "../frame/as-text.ts";
import { requireExactColumns } from "../grade/exact-columns.ts";
import { logLossByClass } from "../grade/log-loss-by-class.ts";
import { constantProbability, oneHot } from "../prepare/one-hot.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

const gradeClasses = logLossByClass({ id: "id" });

export default defineCompetition({
  id: "leaf-classification",
  metric: "Multi-class log loss",
  submissionFormat:
    "Columns id and one per species (99), no others. One row per test leaf, with the probability of every species: " +
    "numbers from 0 to 1 that sum to 1.",
  rounding: "python",
  grade(submission, answers) {
    requireExactColumns(submission, ...answers.names);
    return gradeClasses(submission, answers);
  },

  async prepare(context) {
    const { open, write, extract } = context;
    const species = loadClasses("leaf-classification");
    const leaves = open(await extract("train.csv.zip", "train.csv"));
    const { train, test } = splitRows(leaves, { testSize: 0.1 });
    const answers = oneHot(test, { id: "id", target: "species", classes: species });
    write("public/train.csv", train);
    write("public/test.csv", test.drop("species"));
    write("public/sample_submission.csv", constantProbability(answers, species));
    write("private/test.csv", answers);
    const from = await extract("images.zip", "images");
    placeById(context, asText(leaves.column("id")), { from, to: "public/images", ending: ".jpg" });
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "id" },
    hidden: { file: "public/test.csv", columns: ["species"] },
  },
});
