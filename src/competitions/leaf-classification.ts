import { requireExactColumns } from "../grade/exact-columns.ts";
import { logLossByClass } from "../grade/log-loss-by-class.ts";
import { defineCompetition } from "./define.ts";

const gradeClasses = logLossByClass({ id: "id" });

export default defineCompetition({
  id: "leaf-classification",
  metric: "Multi-class log loss",
  submissionFormat:
    "Columns id and one per species (99), no others. One row per test leaf, with the probability of every species: " +
    "numbers from 0 to 1 that sum to 1.",
  rounding: "python",
  grade(submission, answers) {
    requireExactColumns(submission, ...answers.names);
    return gradeClasses(submission, answers);
  },
});
