import type { Features } from "../features/build-features.ts";
import type { Task } from "../reading/find-task.ts";
import type { ClassGoal, NumberGoal } from "../reading/goal.ts";
import { constantOf } from "./constant.ts";
import { isBetter, type Losses, lossesOf } from "./judge.ts";
import { type Learned, type LearnOptions, learn, type Matrix } from "./learn.ts";
import type { Objective } from "./objective.ts";
import { sampleLosses } from "./sample-losses.ts";

/** What is submitted for one goal, and on what grounds. */
export interface Answer {
  readonly goal: NumberGoal | ClassGoal;
  /** Of the test rows, row by row; null when the constant is submitted for all of them. */
  readonly prediction: Float64Array | null;
  /** What is submitted for a row of which nothing is known. */
  readonly constant: Float64Array;
}

/** An answer or null, where the sample's own values stay, and a line about it. */
export interface Judged {
  readonly answer: Answer | null;
  readonly line: string;
}

/** A model with more classes than this would take too long, and know too little of each. */
const mostClasses = 200;
/** With fewer rows to judge by, luck decides. */
const fewestAside = 8;

/**
 * Predicts one goal by the best of three: a model, the training set's own constant, the sample's values. Judged on training
 * rows that the model has not seen; the sample stays unless another is better. A model that is better is offered at once, and
 * answered with after it has learned from all rows.
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
  const beatsSample = (losses: Losses, judged: Uint32Array): boolean => {
    const others = sampleLosses(goal, task.sample.table, judged);
    return others === null || isBetter(losses, others, comparisons);
  };
  const line = (verdict: string): string => `${name}: ${describe(learned)}${verdict}`;
  const model = learned && modelLosses(goal, learned);
  if (
    model !== null &&
    isBetter(model, lossesOf(goal, learned!.aside, constant.without), comparisons) &&
    beatsSample(model, learned!.aside)
  ) {
    const answer = { goal, prediction: learned!.prediction, constant: constant.values };
    offer(answer);
    return {
      answer: { ...answer, prediction: learned!.learnAgain() },
      line: line("better than the sample and than a constant"),
    };
  }
  // Where the metric is a correlation, a constant is worse than any sample.
  if (!task.isRanked && beatsSample(lossesOf(goal, rows, constant.without), rows)) {
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
