import { asFloats } from "../frame/as-floats.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { finiteFloats } from "../grade/finite-floats.ts";
import { meanAbsoluteError } from "../metrics/mean-absolute-error.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "ventilator-pressure-prediction",
  metric: "Mean absolute error of the pressure while breathing in",
  submissionFormat:
    "Columns id and pressure: one row per time step of the test breaths. Steps with u_out = 1 need a row but are not scored.",
  rounding: "python",
  grade(submission, answers) {
    requireColumns(submission, "id", "pressure");
    requireSameLength(submission, answers);
    const aligned = alignById(submission, answers, "id");
    const breathingOut = asFloats(aligned.answers.column("u_out"));
    const scored = (row: number): boolean => breathingOut[row] === 0;
    const truth = aligned.answers.filter(scored);
    const prediction = aligned.submission.filter(scored);
    return meanAbsoluteError(
      asFloats(truth.column("pressure")),
      finiteFloats(prediction.column("pressure"), prediction.column("id")),
    );
  },
});
