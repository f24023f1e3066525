import { accuracyByColumn } from "../grade/accuracy-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "tensorflow-speech-recognition-challenge",
  metric: "Accuracy",
  submissionFormat: "Columns fname (file name of the clip) and label: one row per test clip, the label as text.",
  knownProblems: [
    "The hidden labels are the 30 spoken words and _background_noise_, never unknown or silence: a submission with the twelve labels of the description cannot score well.",
    "Train and test share speakers.",
  ],
  rounding: "python",
  grade: accuracyByColumn({ id: "fname", target: "label" }),
});
