import { logLossByClass } from "../grade/log-loss-by-class.ts";
import { roundLikeNumpy } from "../lib/rounding.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "lmsys-chatbot-arena",
  metric: "Multi-class log loss",
  submissionFormat:
    "Columns id, winner_model_a, winner_model_b and winner_tie. One row per test conversation, with the probability of " +
    "each outcome: numbers from 0 to 1 whose sum, rounded to six decimals, is 1.",
  rounding: "python",
  grade: logLossByClass({
    id: "id",
    classes: ["winner_model_a", "winner_model_b", "winner_tie"],
    // Upstream: pandas does not round the sums when true/false columns stand beside numbers; they must be exact then.
    sumsToOne: (sum, mixed) => (mixed ? sum : roundLikeNumpy(sum, 6)) === 1,
  }),
});
