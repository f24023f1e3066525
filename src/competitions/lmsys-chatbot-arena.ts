import { logLossByClass } from "../grade/log-loss-by-class.ts";
import { roundLikeNumpy } from "../lib/numeric/rounding.ts";
import { constantProbability } from "../prepare/one-hot.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

const outcomes = ["winner_model_a", "winner_model_b", "winner_tie"];

export default defineCompetition({
  id: "lmsys-chatbot-arena",
  metric: "Multi-class log loss",
  submissionFormat:
    "Columns id, winner_model_a, winner_model_b and winner_tie. One row per test conversation, with the probability of " +
    "each outcome: numbers from 0 to 1 whose sum, rounded to six decimals, is 1.",
  rounding: "python",
  grade: logLossByClass({
    id: "id",
    classes: outcomes,
    // Upstream: with true/false columns among numbers, pandas does not round the sums, and they must be exactly 1.
    sumsToOne: (sum, mixed) => (mixed ? sum : roundLikeNumpy(sum, 6)) === 1,
  }),

  async prepare({ open, write }) {
    const { train, test } = splitRows(open("train.csv"), { testSize: 0.1 });
    write("public/train.csv", train);
    write("public/test.csv", test.select("id", "prompt", "response_a", "response_b"));
    write("public/sample_submission.csv", constantProbability(test.select("id"), outcomes));
    write("private/answers.csv", test);
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/answers.csv", id: "id" },
    hidden: { file: "public/test.csv", columns: ["model_a", "model_b", ...outcomes] },
  },
});
