import { logLossByClass } from "../grade/log-loss-by-class.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "dog-breed-identification",
  metric: "Multi-class log loss",
  submissionFormat:
    "Columns id and one per breed (120). One row per test image, with the probability of every breed: " +
    "numbers from 0 to 1 that sum to 1.",
  rounding: "python",
  grade: logLossByClass({ id: "id" }),
});
