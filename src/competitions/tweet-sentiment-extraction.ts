import type { Prepare } from "../contracts/preparation.ts";
import { textAt } from "../frame/as-text.ts";
import type { Column } from "../frame/column.ts";
import type { TableView } from "../frame/table-view.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { jaccardOfWords } from "../grade/jaccard-of-words.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { strip } from "../lib/python/python-text.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "tweet-sentiment-extraction",
  metric: "Mean Jaccard similarity of the sets of words",
  submissionFormat:
    "Columns textID and selected_text: one row per test tweet, with the part of the tweet that carries its sentiment.",
  knownProblems: ["One tweet has no text. A prediction without words for it makes the whole submission invalid."],
  rounding: "python",
  grade(submission, answers) {
    requireColumns(submission, "textID", "selected_text");
    requireSameLength(submission, answers);
    const aligned = alignById(submission, answers, "textID");
    const score = jaccardOfWords(
      filledTexts(aligned.answers.column("selected_text")),
      filledTexts(aligned.submission.column("selected_text")),
    );
    // Upstream: no shared words out of no words is a division by zero.
    if (Number.isNaN(score)) {
      throw new InvalidSubmission(
        'Column "selected_text" has a cell without words whose answer has none either: use a word in every cell.',
      );
    }
    return score;
  },

  prepare: cut((tweets) => tweets),
  // A row without words cannot be graded: the public data may have one, the test set must not.
  rehearse: cut((tweets) => {
    const texts = filledTexts(tweets.column("selected_text"));
    return tweets.filter((row) => strip(texts[row]!) !== "");
  }),
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "textID" },
    hidden: { file: "public/test.csv", columns: ["selected_text"] },
  },
});

/** pandas twin: `fillna("").astype(str)`. */
function filledTexts(column: Column): string[] {
  return Array.from({ length: column.length }, (_, row) => (column.isGap(row) ? "" : textAt(column, row)));
}

function cut(choose: (tweets: TableView) => TableView): Prepare {
  return async ({ open, write }) => {
    const { train, test } = splitRows(choose(open("train.csv")), { testSize: 0.1 });
    write("public/train.csv", train);
    write("public/test.csv", test.drop("selected_text"));
    write("public/sample_submission.csv", test.select("textID").with("selected_text", ""));
    write("private/test.csv", test);
  };
}
