import { asFloats } from "../frame/as-floats.ts";
import { requireColumns } from "../grade/checks.ts";
import { finiteFloats } from "../grade/finite-floats.ts";
import { joinById } from "../grade/join-by-id.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { roundHalfEven } from "../lib/numeric/rounding.ts";
import { meanAbsoluteError } from "../metrics/mean-absolute-error.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitRows } from "../prepare/split.ts";
import { uniqueTexts } from "../prepare/unique.ts";
import { defineCompetition } from "./define-competition.ts";

const target = "time_to_eruption";

export default defineCompetition({
  id: "predict-volcanic-eruptions-ingv-oe",
  metric: "Mean absolute error, rounded to a whole number",
  submissionFormat:
    "Columns segment_id and time_to_eruption: one row per test segment, with the predicted time to eruption.",
  knownProblems: ["A repeated segment counts several times."],
  rounding: "python",
  grade(submission, answers) {
    requireColumns(submission, target, "segment_id");
    const joined = joinById(submission, answers, "segment_id");
    finiteFloats(submission.column(target));
    const error = meanAbsoluteError(
      asFloats(joined.answers.column(target)),
      asFloats(joined.submission.column(target)),
    );
    // Upstream: the mean is converted to a Python int, which fails for infinity.
    if (!Number.isFinite(error)) {
      throw new InvalidSubmission(`Column "${target}" has numbers so large that the mean error overflows.`);
    }
    return roundHalfEven(error);
  },

  async prepare(context) {
    const { open, write } = context;
    const { train, test } = splitRows(open("train.csv"), { testSize: 0.1 });
    write("public/train.csv", train);
    write("public/sample_submission.csv", test.with(target, 0));
    write("private/test.csv", test);
    for (const [part, table] of Object.entries({ train, test })) {
      const segments = uniqueTexts(table.column("segment_id"));
      placeById(context, segments, { from: "train", to: `public/${part}`, ending: ".csv" });
    }
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "segment_id" },
  },
});
