import { asFloats } from "../frame/as-floats.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireNumbers, requireSameLength } from "../grade/checks.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { rootMeanSquaredError } from "../metrics/root-mean-squared-error.ts";
import { defineCompetition } from "./define.ts";

const target = "Pawpularity";

export default defineCompetition({
  id: "petfinder-pawpularity-score",
  metric: "Root mean squared error",
  submissionFormat: "Columns Id and Pawpularity: one row per test photo, the predicted score from 1 to 100.",
  rounding: "python",
  grade(submission, answers) {
    requireColumns(submission, "Id", target);
    requireScores(requireNumbers(submission.column(target)));
    requireSameLength(submission, answers);
    const aligned = alignById(submission, answers, "Id");
    return rootMeanSquaredError(asFloats(aligned.answers.column(target)), asFloats(aligned.submission.column(target)));
  },
});

function requireScores(values: Float64Array): void {
  const row = values.findIndex((value) => !(value >= 1 && value <= 100));
  if (row < 0) return;
  const found = Number.isNaN(values[row]!) ? "an empty cell" : values[row];
  throw new InvalidSubmission(
    `Column "${target}" holds ${found} in row ${row + 1}; a number from 1 to 100 is expected.`,
  );
}
