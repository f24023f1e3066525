import { requireExactColumns } from "../grade/exact-columns.ts";
import { logLossByClass } from "../grade/log-loss-by-class.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { defineCompetition } from "./define.ts";

const id = "id";
const gradeClasses = logLossByClass({ id });

export default defineCompetition({
  id: "spooky-author-identification",
  metric: "Multi-class log loss",
  submissionFormat:
    "Columns id (first), EAP, HPL and MWS, no others. One row per test sentence, with the probability of each author: " +
    "numbers from 0 to 1 that sum to 1.",
  rounding: "python",
  grade(submission, answers) {
    requireExactColumns(submission, ...answers.names);
    // Upstream: every column after the first is summed up as a probability, whatever its name.
    if (submission.has(id) && submission.names[0] !== id) {
      throw new InvalidSubmission(`Column "${id}" must be the first; "${submission.names[0]}" is.`);
    }
    return gradeClasses(submission, answers);
  },
});
