import { quadraticKappaByColumn } from "../grade/quadratic-kappa-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "aptos2019-blindness-detection",
  metric: "Quadratic weighted kappa",
  submissionFormat:
    "Columns id_code and diagnosis. One row per test image; diagnosis is the severity, a whole number from 0 to 4.",
  knownProblems: [
    "Distances are between positions in the list of grades that occur, so a grade that nobody gave brings its neighbours closer together.",
  ],
  grade: quadraticKappaByColumn({ id: "id_code", target: "diagnosis" }),
});
