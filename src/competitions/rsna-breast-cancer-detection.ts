import { asFloats } from "../frame/as-floats.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireNumbers, requireSameLength } from "../grade/checks.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { probabilisticF1 } from "../metrics/probabilistic-f1.ts";
import { defineCompetition } from "./define.ts";

const id = "prediction_id";
const target = "cancer";

export default defineCompetition({
  id: "rsna-breast-cancer-detection",
  metric: "Probabilistic F1",
  submissionFormat:
    "Columns prediction_id and cancer. One row per test breast; cancer is the likelihood of cancer, clipped to 0 to 1.",
  knownProblems: ["One empty cell gives the whole submission a score of 0."],
  grade(submission, answers) {
    requireColumns(submission, id, target);
    requireSameLength(submission, answers);
    const column = submission.column(target);
    const predictions = column.kind === "bool-with-gaps" ? column.values : requireNumbers(column);
    // Upstream: clipping makes the integer 0 of every negative number, and dividing integers by 0 is an error.
    if (predictions.every((value) => value < 0)) {
      throw new InvalidSubmission(`Column "${target}" holds negative numbers only; one must be 0 or more.`);
    }
    const aligned = alignById(submission, answers, id);
    return probabilisticF1(asFloats(aligned.answers.column(target)), asFloats(aligned.submission.column(target)));
  },
});
