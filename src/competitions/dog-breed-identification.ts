import { loadClasses } from "../facts/classes.ts";
import { asText } from "../frame/as-text.ts";
import { logLossByClass } from "../grade/log-loss-by-class.ts";
import { constantProbability, oneHot } from "../prepare/one-hot.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "dog-breed-identification",
  metric: "Multi-class log loss",
  submissionFormat:
    "Columns id and one per breed (120). One row per test image, with the probability of every breed: " +
    "numbers from 0 to 1 that sum to 1.",
  rounding: "python",
  grade: logLossByClass({ id: "id" }),

  async prepare(context) {
    const { open, write } = context;
    const breeds = loadClasses("dog-breed-identification");
    const { train, test } = splitRows(open("labels.csv"), { testSize: 0.1 });
    const answers = oneHot(test, { id: "id", target: "breed", classes: breeds });
    write("public/labels.csv", train);
    write("public/sample_submission.csv", constantProbability(answers, breeds));
    write("private/test.csv", answers);
    for (const [part, rows] of Object.entries({ train, test })) {
      placeById(context, asText(rows.column("id")), { from: "train", to: `public/${part}`, ending: ".jpg" });
    }
  },
  checks: {
    disjoint: { train: "public/labels.csv", test: "private/test.csv", id: "id" },
  },
});
