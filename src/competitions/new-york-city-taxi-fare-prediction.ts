import type { Prepare } from "../contracts/preparation.ts";
import { asFloats } from "../frame/as-floats.ts";
import { sortBy } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { finiteFloats } from "../grade/finite-floats.ts";
import { rootMeanSquaredError } from "../metrics/root-mean-squared-error.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

const target = "fare_amount";

export default defineCompetition({
  id: "new-york-city-taxi-fare-prediction",
  metric: "Root mean squared error in dollars",
  submissionFormat: "Columns key and fare_amount: one row per test ride, with the predicted fare in dollars.",
  knownProblems: ["Keys are not checked: rows are paired in sorted order of key, so wrong keys go unnoticed."],
  rounding: "python",
  grade(submission, answers) {
    requireColumns(submission, target, "key");
    requireSameLength(submission, answers);
    finiteFloats(submission.column(target));
    // Upstream: both sides are sorted by key and paired row by row, without comparing keys.
    const prediction = sortBy(submission, "key").column(target);
    const truth = sortBy(answers, "key").column(target);
    return rootMeanSquaredError(asFloats(truth), asFloats(prediction));
  },

  prepare: cut("train.csv"),
  rehearse: cut("labels.csv"),
  checks: {
    disjoint: { train: "public/labels.csv", test: "private/test.csv", id: "key" },
    hidden: { file: "public/test.csv", columns: [target] },
  },
});

/** Cuts a table of rides, whose name differs in the raw and in the public data. */
function cut(rides: string): Prepare {
  return async ({ open, place, write }) => {
    const { train, test } = splitRows(open(rides), { testSize: 9914 });
    write("public/labels.csv", train);
    write("public/test.csv", test.drop(target));
    write("public/sample_submission.csv", test.select("key").with(target, { float: 11.35 }));
    write("private/test.csv", test);
    place("GCP-Coupons-Instructions.rtf", "public/GCP-Coupons-Instructions.rtf");
  };
}
