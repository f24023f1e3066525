import type { Frame } from "../frame/frame.ts";
import { alignById } from "../grade/align.ts";
import { cellsOf, cellText } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { jaccardOfWords } from "../grade/jaccard-of-words.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "chaii-hindi-and-tamil-question-answering",
  metric: "Mean Jaccard similarity of the sets of words",
  submissionFormat:
    "Columns id and PredictionString: one row per test question, with the text of the answer. At least one answer must not be a number.",
  knownProblems: ["A row where neither the answer nor the prediction has a word scores 0, not 1."],
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "PredictionString", "id");
    const aligned = alignById(submission, answers, "id");
    return jaccardOfWords(predictionStrings(aligned.answers), predictionStrings(aligned.submission), { bothEmpty: 0 });
  },

  async prepare({ open, write }) {
    const { train, test } = splitRows(open("train.csv"), { testSize: 0.1 });
    const answers = test.select("id", "answer_text").renamed({ answer_text: "PredictionString" });
    write("public/train.csv", train);
    write("public/test.csv", test.drop("answer_start", "answer_text"));
    write("public/sample_submission.csv", answers.with("PredictionString", "dummy text"));
    write("private/test.csv", answers);
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "id" },
    hidden: { file: "public/test.csv", columns: ["answer_start", "answer_text"] },
  },
});

/** The texts, empty for gaps. Upstream: a column of only numbers is refused. */
function predictionStrings(table: Frame): string[] {
  const cells = cellsOf(table, "PredictionString", "id");
  return Array.from({ length: table.length }, (_, row) => cellText(cells, row) ?? "");
}
