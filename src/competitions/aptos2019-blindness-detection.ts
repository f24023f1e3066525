import { asText } from "../frame/as-text.ts";
import { quadraticKappaByColumn } from "../grade/quadratic-kappa-by-column.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "aptos2019-blindness-detection",
  metric: "Quadratic weighted kappa",
  submissionFormat:
    "Columns id_code and diagnosis. One row per test image; diagnosis is the severity, a whole number from 0 to 4.",
  knownProblems: [
    "Distances are between positions in the list of grades that occur: a grade that does not occur brings its neighbours closer together.",
  ],
  grade: quadraticKappaByColumn({ id: "id_code", target: "diagnosis" }),

  async prepare(context) {
    const { open, write } = context;
    const { train, test } = splitRows(open("train.csv"), { testSize: 0.1 });
    write("public/train.csv", train);
    write("public/test.csv", test.drop("diagnosis"));
    write("public/sample_submission.csv", test.with("diagnosis", 0));
    write("private/test.csv", test);
    for (const [part, rows] of Object.entries({ train, test })) {
      const ids = asText(rows.column("id_code"));
      placeById(context, ids, { from: "train_images", to: `public/${part}_images`, ending: ".png" });
    }
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "id_code" },
    hidden: { file: "public/test.csv", columns: ["diagnosis"] },
  },
});
