import { accuracyByColumn } from "../grade/accuracy-by-column.ts";
import { splitRows } from "../prepare/split.ts";
import { zipTable } from "../prepare/zip-table.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "movie-review-sentiment-analysis-kernels-only",
  metric: "Accuracy",
  submissionFormat:
    "Columns PhraseId and Sentiment: one row per test phrase, with the sentiment as a whole number from 0 (negative) to 4 (positive).",
  rounding: "python",
  grade: accuracyByColumn({ id: "PhraseId", target: "Sentiment" }),

  async prepare(context) {
    const { open, write, extract } = context;
    const file = await extract("train.tsv.zip", "train.tsv");
    const phrases = open(file, { delimiter: "\t", defaultFloats: true });
    const { train, test } = splitRows(phrases, { testSize: 0.3 });
    await zipTable(context, "public/train.tsv.zip", train, { delimiter: "\t" });
    await zipTable(context, "public/test.tsv.zip", test.drop("Sentiment"), { delimiter: "\t" });
    write("public/sampleSubmission.csv", test.select("PhraseId", "Sentiment").with("Sentiment", 2));
    write("private/answers.csv", test);
  },
});
