import type { Features } from "../features/build-features.ts";
import type { Task } from "../reading/find-task.ts";
import type { ClassGoal, NumberGoal } from "../reading/goal.ts";
import { constantOf } from "./constant.ts";
import { isBetter, isBetterInAll, type Losses, lossesOf } from "./judge.ts";
import { type Learned, type LearnOptions, learn, type Matrix } from "./learn.ts";
import type { Objective } from "./objective.ts";
import { sampleLosses } from "./sample-losses.ts";

/** What to submit for one goal. */
export interface Answer {
  readonly goal: NumberGoal | ClassGoal;
  /** Predictions for the test rows, row by row; null to submit the constant for all. */
  readonly prediction: Float64Array | null;
  /** The prediction for a row without features. */
  readonly constant: Float64Array;
}

/** An answer, or null if the sample's values stay, and a line for the log. */
export interface Judged {
  readonly answer: Answer | null;
  readonly line: string;
}

/** With more classes, models take too long and see too few rows of each. */
const mostClasses = 200;
/** With fewer rows to judge by, luck decides. */
const fewestAside = 8;

/**
 * Chooses the best of three for one goal: a model, the training set's constant, or the sample's values. The sample stays unless
 * another is better on training rows that the model has not seen. A model that is better is offered at once; the final answer
 * comes from the same model trained on all rows.
 */
export function answerGoal(
  task: Task,
  goal: NumberGoal | ClassGoal,
  { features, matrix }: { readonly features: Features; readonly matrix: Matrix },
  options: LearnOptions,
  offer: (answer: Answer) => void,
): Judged {
  const name = `${goal.column} (${goal.kind})`;
  const objective = objectiveOf(goal);
  const comparisons = task.goals.length;
  const rows = Uint32Array.from(goal.truth.keys()).filter((row) => !Number.isNaN(goal.truth[row]!));
  if (rows.length === 0) return { answer: null, line: `${name}: no training row has a value` };
  const canLearn =
    features.columns.length > 0 &&
    rows.length >= 5 * fewestAside &&
    (goal.kind === "number" || goal.classes.length <= mostClasses);
  const learned = canLearn ? learn(features, matrix, goal.truth, objective, options) : null;
  const constant = constantOf(goal);
  const line = (verdict: string): string => `${name}: ${describe(learned)}${verdict}`;
  const model = learned && modelLosses(goal, learned);
  if (model !== null) {
    const { aside, prediction, learnAgain } = learned!;
    const sample = sampleLosses(goal, task.sample.table, aside);
    const beatsConstant = isBetter(model, lossesOf(goal, aside, constant.without), comparisons);
    if (beatsConstant && (sample === null || isBetter(model, sample, comparisons))) {
      offer({ goal, prediction, constant: constant.values });
      const answer = { goal, prediction: learnAgain(), constant: constant.values };
      return { answer, line: line("better than the sample and than a constant") };
    }
  }
  // A constant has nothing to offer but its losses, so that all of them must be lower. It has no correlation at all.
  const sample = sampleLosses(goal, task.sample.table, rows);
  const flat = lossesOf(goal, rows, constant.without);
  if (!task.isRanked && (sample === null || isBetterInAll(flat, sample, comparisons))) {
    const answer = { goal, prediction: null, constant: constant.values };
    return { answer, line: line("the training set's constant is better than the sample") };
  }
  return { answer: null, line: line("no better than the sample, its values stay") };
}

/** Losses on the rows set aside; null when there are too few of them to judge by. */
function modelLosses(goal: NumberGoal | ClassGoal, { aside, asidePrediction }: Learned): Losses | null {
  if (aside.length < fewestAside) return null;
  const width = asidePrediction.length / aside.length;
  const places = new Map(Array.from(aside, (row, place) => [row, place * width]));
  return lossesOf(goal, aside, (row) => asidePrediction.subarray(places.get(row)!, places.get(row)! + width));
}

function describe(learned: Learned | null): string {
  if (learned === null) return "no model, ";
  const share = Math.round(100 * learned.treeShare);
  return `loss ${learned.loss.toPrecision(4)} on rows set aside, ${share} % trees of ${learned.rounds} rounds; `;
}

function objectiveOf(goal: NumberGoal | ClassGoal): Objective {
  return goal.kind === "number" ? { kind: "number" } : { kind: "classes", classes: goal.classes.length };
}
