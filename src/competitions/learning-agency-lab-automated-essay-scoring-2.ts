import { quadraticKappaByColumn } from "../grade/quadratic-kappa-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "learning-agency-lab-automated-essay-scoring-2",
  metric: "Quadratic weighted kappa",
  submissionFormat: "Columns essay_id and score. One row per test essay; score is a whole number from 1 to 6.",
  knownProblems: [
    "Distances are between positions in the list of scores that occur, so a score that nobody gave brings its neighbours closer together.",
  ],
  grade: quadraticKappaByColumn({ id: "essay_id", target: "score" }),
});
