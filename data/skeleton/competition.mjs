import { defineCompetition, errorByColumn, metrics, splitRows } from "mlebench/competition";

const [id, target] = ["flat_id", "rent"];

export default defineCompetition({
  id: "SKELETON-ID",
  metric: "Root mean squared error",
  submissionFormat: "Columns flat_id and rent: one row per test flat, with the predicted rent.",

  // What agents read, and the files that the preparation below opens.
  description: new URL("./description.md", import.meta.url),
  raw: new URL("./raw/", import.meta.url),

  facts: {
    name: "SKELETON-NAME",
    category: "Tabular",
    better: "lower",
    // One score per team. Without a leaderboard, give `thresholds: { gold, silver, bronze, median }`.
    leaderboard: [45, 48, 52, 55, 60, 66, 75, 90, 120, 160, 220, 300],
  },

  // Turns a submission and the answers into a score. Throw InvalidSubmission for what a submission's author can fix.
  grade: errorByColumn({ id, target }, metrics.rootMeanSquaredError),

  // Agents see public/, only the grader sees private/.
  async prepare({ open, write }) {
    const { train, test } = splitRows(open("flats.csv"), { testSize: 0.25 });
    write("public/train.csv", train);
    write("public/test.csv", test.drop(target));
    write("public/sample_submission.csv", test.select(id).with(target, 500));
    write("private/test.csv", test.select(id, target));
  },

  // Checked after every preparation.
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id },
    hidden: { file: "public/test.csv", columns: [target] },
  },
});
