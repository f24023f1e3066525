import { microF1ByWords } from "../grade/micro-f1-by-words.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitRows } from "../prepare/split.ts";
import { uniqueTexts } from "../prepare/unique.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "plant-pathology-2021-fgvc8",
  metric: "Micro F1 over labels",
  submissionFormat: "Columns image and labels. One row per test image; labels is its labels, separated by blanks.",
  knownProblems: ["Predicted labels that are nowhere in the answers are ignored instead of counted as wrong."],
  grade: microF1ByWords({ id: "image", target: "labels" }),

  async prepare(context) {
    const { open, write } = context;
    const { train, test } = splitRows(open("train.csv"), { testSize: 0.2 });
    write("public/train.csv", train);
    write("public/sample_submission.csv", test.with("labels", "healthy"));
    write("private/answers.csv", test);
    for (const [part, table] of Object.entries({ train, test })) {
      const names = uniqueTexts(table.column("image"));
      placeById(context, names, { from: "train_images", to: `public/${part}_images`, ending: "" });
    }
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/answers.csv", id: "image" },
  },
});
