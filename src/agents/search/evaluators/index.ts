import type { Evaluation, Evaluator } from "../parts.ts";
import { ladder } from "./ladder.ts";
import { rehearsal } from "./rehearsal.ts";
import { review } from "./review.ts";
import { selfReported } from "./self-reported.ts";
import type { Surroundings, Yardstick } from "./yardstick.ts";

/** Every yardstick, the most trustworthy first. */
const yardsticks: Readonly<Record<Evaluation["basis"], (surroundings: Surroundings) => Yardstick>> = {
  rehearsal,
  "self-reported": selfReported,
  review,
};

/** The values of the setting `evaluator`: `ladder` tries all of them in order. */
export const evaluatorNames = ["ladder", "rehearsal", "self-reported", "review"] as const;

export type EvaluatorName = (typeof evaluatorNames)[number];

export function createEvaluator(name: EvaluatorName, surroundings: Surroundings): Evaluator {
  const chosen = name === "ladder" ? Object.values(yardsticks) : [yardsticks[name]];
  return ladder(
    chosen.map((make) => make(surroundings)),
    surroundings,
  );
}
