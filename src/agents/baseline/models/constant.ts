import type { ClassGoal, NumberGoal } from "../reading/goal.ts";
import type { Predict } from "./judge.ts";

/** The prediction for a row without features. */
export interface Constant {
  /** The mean of numbers, or the shares of classes. */
  readonly values: Float64Array;
  /** The same computed without one training row, so that this row can judge it. */
  readonly without: Predict;
}

/** Added to the count of each class: one that is rare in training is not impossible. */
const prior = 0.5;

export function constantOf(goal: NumberGoal | ClassGoal): Constant {
  return goal.kind === "number" ? meanOf(goal) : sharesOf(goal);
}

function meanOf({ truth }: NumberGoal): Constant {
  const known = truth.filter((value) => !Number.isNaN(value));
  const sum = known.reduce((total, value) => total + value, 0);
  const values = Float64Array.of(sum / known.length);
  const without: Predict = (row) => Float64Array.of((sum - truth[row]!) / (known.length - 1));
  return { values, without: known.length > 1 ? without : () => values };
}

function sharesOf({ kind, truth, classes }: ClassGoal): Constant {
  const counts = new Float64Array(classes.length).fill(prior);
  for (const label of truth) if (!Number.isNaN(label)) counts[label]! += 1;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const values = counts.map((count) => count / total);
  const without: Predict = (row) =>
    counts.map((count, label) => (label === truth[row] ? count - 1 : count) / (total - 1));
  // One row hardly changes which label is the commonest, and there may be thousands of labels.
  return { values, without: kind === "label" ? () => values : without };
}
