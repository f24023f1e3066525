import { logLossByColumn } from "../grade/log-loss-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "dogs-vs-cats-redux-kernels-edition",
  metric: "Log loss",
  submissionFormat: "Columns id and label. One row per test image; label is the probability, from 0 to 1, of a dog.",
  rounding: "python",
  grade: logLossByColumn({ id: "id", target: "label" }),
});
