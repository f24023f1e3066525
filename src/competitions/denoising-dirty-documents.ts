import { asFloats } from "../frame/as-floats.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { finiteFloats } from "../grade/finite-floats.ts";
import { rootMeanSquaredError } from "../metrics/root-mean-squared-error.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "denoising-dirty-documents",
  metric: "Root mean squared error of pixel intensities",
  submissionFormat:
    "Columns id (image_row_column, counted from 1) and value: one row per pixel of every test image, its intensity from 0 (black) to 1 (white).",
  rounding: "python",
  grade(submission, answers) {
    requireColumns(submission, "id", "value");
    requireSameLength(submission, answers);
    finiteFloats(submission.column("value"));
    const aligned = alignById(submission, answers, "id");
    return rootMeanSquaredError(
      asFloats(aligned.answers.column("value")),
      asFloats(aligned.submission.column("value")),
    );
  },
});
