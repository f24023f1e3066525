import { microF1ByWords } from "../grade/micro-f1-by-words.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "plant-pathology-2021-fgvc8",
  metric: "Micro F1 over labels",
  submissionFormat: "Columns image and labels. One row per test image; labels holds its labels separated by blanks.",
  knownProblems: ["Predicted labels that occur nowhere in the answers are ignored instead of counting as wrong."],
  grade: microF1ByWords({ id: "image", target: "labels" }),
});
