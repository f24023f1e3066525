import { accuracyByColumn } from "../grade/accuracy-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "spaceship-titanic",
  metric: "Accuracy",
  submissionFormat:
    "Columns PassengerId and Transported: one row per test passenger, True or False (1 and 0 count too).",
  rounding: "python",
  grade: accuracyByColumn({ id: "PassengerId", target: "Transported" }),
});
