import { accuracyByColumn } from "../grade/accuracy-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "ml2021spring-hw2",
  metric: "Accuracy",
  submissionFormat:
    "Columns Id (0, 1, 2, ...) and ClassId: one row per test frame, the phoneme class as a whole number from 0 to 38.",
  rounding: "python",
  grade: accuracyByColumn({ id: "Id", target: "ClassId" }),
});
