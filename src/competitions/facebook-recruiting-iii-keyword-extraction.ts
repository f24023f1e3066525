import { microF1ByWords } from "../grade/micro-f1-by-words.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "facebook-recruiting-iii-keyword-extraction",
  metric: "Micro F1 over tags",
  submissionFormat: "Columns Id and Tags. One row per test question; Tags holds its tags separated by blanks.",
  knownProblems: ["Predicted tags that occur nowhere in the answers are ignored instead of counting as wrong."],
  grade: microF1ByWords({ id: "Id", target: "Tags" }),
});
