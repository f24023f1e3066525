import { aucByColumn } from "../grade/auc-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "detecting-insults-in-social-commentary",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns Insult and Comment: one row per test comment, the probability from 0 to 1 that it is an insult; Comment repeats the test file's text unchanged, because it serves as the id. Other columns (Date) are ignored.",
  knownProblems: ["The text of a comment is its id; comments that occur twice are matched in file order."],
  grade: aucByColumn({ id: "Comment", target: "Insult" }),
});
