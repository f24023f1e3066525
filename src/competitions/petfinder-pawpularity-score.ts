import { asFloats } from "../frame/as-floats.ts";
import { NumberColumn } from "../frame/column.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireNumbers, requireSameLength } from "../grade/checks.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { roundLikeNumpy } from "../lib/numeric/rounding.ts";
import { NumpyGenerator } from "../lib/random/numpy-generator.ts";
import { rootMeanSquaredError } from "../metrics/root-mean-squared-error.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitRows } from "../prepare/split.ts";
import { uniqueTexts } from "../prepare/unique.ts";
import { defineCompetition } from "./define-competition.ts";

const target = "Pawpularity";

export default defineCompetition({
  id: "petfinder-pawpularity-score",
  metric: "Root mean squared error",
  submissionFormat: "Columns Id and Pawpularity: one row per test photo, with the predicted score from 1 to 100.",
  rounding: "python",
  grade(submission, answers) {
    requireColumns(submission, "Id", target);
    requireScores(requireNumbers(submission.column(target)));
    requireSameLength(submission, answers);
    const aligned = alignById(submission, answers, "Id");
    return rootMeanSquaredError(asFloats(aligned.answers.column(target)), asFloats(aligned.submission.column(target)));
  },

  async prepare(context) {
    const { open, write } = context;
    const { train, test } = splitRows(open("train.csv"), { testSize: 0.1 });
    const random = new NumpyGenerator(0);
    const guesses = Float64Array.from({ length: test.length }, () => roundLikeNumpy(random.uniform(1, 100), 2));
    write("public/train.csv", train);
    write("public/test.csv", test.drop(target));
    write("public/sample_submission.csv", test.select("Id").with(target, new NumberColumn(target, "float64", guesses)));
    write("private/test.csv", test);
    for (const [part, table] of Object.entries({ train, test })) {
      placeById(context, uniqueTexts(table.column("Id")), { from: "train", to: `public/${part}`, ending: ".jpg" });
    }
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "Id" },
    hidden: { file: "public/test.csv", columns: [target] },
  },
});

function requireScores(values: Float64Array): void {
  const row = values.findIndex((value) => !(value >= 1 && value <= 100));
  if (row < 0) return;
  const found = Number.isNaN(values[row]!) ? "an empty cell" : values[row];
  throw new InvalidSubmission(`Column "${target}" holds ${found} in row ${row + 1}, expected a number from 1 to 100.`);
}
