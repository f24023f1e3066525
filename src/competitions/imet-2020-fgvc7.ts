import { asText } from "../frame/as-text.ts";
import { microF1ByWords } from "../grade/micro-f1-by-words.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "imet-2020-fgvc7",
  metric: "Micro F1 over attributes",
  submissionFormat:
    "Columns id and attribute_ids. One row per test image; attribute_ids is its attribute ids, separated by blanks.",
  knownProblems: [
    "Predicted attributes that are nowhere in the answers are ignored instead of counted as wrong.",
    "A submission with exactly one attribute in every row cannot be graded, because the column is read as numbers.",
  ],
  grade: microF1ByWords({ id: "id", target: "attribute_ids" }),

  async prepare(context) {
    const { open, write, place } = context;
    const { train, test } = splitRows(open("train.csv"), { testSize: 0.15 });
    write("public/train.csv", train);
    write("public/sample_submission.csv", test.with("attribute_ids", "0 1 2"));
    write("private/answers.csv", test);
    place("labels.csv", "public/labels.csv");
    for (const [part, rows] of Object.entries({ train, test })) {
      placeById(context, asText(rows.column("id")), { from: "train", to: `public/${part}`, ending: ".png" });
    }
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/answers.csv", id: "id" },
  },
});
