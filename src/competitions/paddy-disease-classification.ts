import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { countMatches } from "../grade/count-matches.ts";
import { firstGap, requireClasses } from "../grade/require-classes.ts";
import { requireCommonIntegers } from "../grade/require-common-integers.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "paddy-disease-classification",
  metric: "Accuracy",
  submissionFormat:
    "Columns image_id (file name) and label: one row per test image, the name of the disease or normal. Empty labels count as wrong.",
  rounding: "python",
  grade(submission, answers) {
    requireColumns(submission, "image_id", "label");
    requireSameLength(submission, answers);
    const prediction = submission.column("label");
    // Upstream: gaps become "", which turns a column of numbers into text; text is always comparable, only wrong.
    if (firstGap(prediction) < 0) {
      requireClasses(answers.column("label"), prediction);
      if (prediction.kind === "uint64") requireCommonIntegers("label", prediction.wide!);
    }
    const aligned = alignById(submission, answers, "image_id");
    return countMatches(aligned.answers.column("label"), aligned.submission.column("label")) / answers.length;
  },
});
