import { accuracyByColumn } from "../grade/accuracy-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "movie-review-sentiment-analysis-kernels-only",
  metric: "Accuracy",
  submissionFormat:
    "Columns PhraseId and Sentiment: one row per test phrase, the sentiment as a whole number from 0 (negative) to 4 (positive).",
  rounding: "python",
  grade: accuracyByColumn({ id: "PhraseId", target: "Sentiment" }),
});
