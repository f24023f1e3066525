import { microF1ByWords } from "../grade/micro-f1-by-words.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "imet-2020-fgvc7",
  metric: "Micro F1 over attributes",
  submissionFormat:
    "Columns id and attribute_ids. One row per test image; attribute_ids holds its attribute ids separated by blanks.",
  knownProblems: [
    "Predicted attributes that occur nowhere in the answers are ignored instead of counting as wrong.",
    "A submission with exactly one attribute in every row cannot be graded: the column reads as numbers.",
  ],
  grade: microF1ByWords({ id: "id", target: "attribute_ids" }),
});
