import { asText } from "../frame/as-text.ts";
import { alignById } from "../grade/align.ts";
import { cellError, cellsOf, cellText } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { meanLevenshtein } from "../metrics/mean-levenshtein.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "billion-word-imputation",
  metric: "Mean Levenshtein distance in characters",
  submissionFormat: "Columns id and sentence: one row per test sentence, the sentence with the missing word put back.",
  grade(submission, answers) {
    requireColumns(submission, "id", "sentence");
    requireSameLength(submission, answers);
    const aligned = alignById(submission, answers, "id");
    const cells = cellsOf(aligned.submission, "sentence", "id");
    const sentences = Array.from({ length: submission.length }, (_, row) => {
      const sentence = cellText(cells, row);
      // Upstream: an empty cell, and so a word such as NA or null alone, is no text to pandas and cannot be compared.
      if (sentence === null)
        throw cellError(cells, row, "a sentence is expected, the cell is empty or reads as missing");
      return sentence;
    });
    return meanLevenshtein(asText(aligned.answers.column("sentence")), sentences);
  },
});
