import { asFloats } from "../../frame/as-floats.ts";
import { asText } from "../../frame/as-text.ts";
import { buildFeatures } from "./features.ts";
import { type Learned, learn } from "./learn.ts";
import type { Objective } from "./objective.ts";
import { type Goal, readTask, type Task } from "./read-task.ts";
import { type Answer, writeSubmission } from "./write-submission.ts";

export interface SolveOptions {
  readonly publicDirectory: string;
  readonly submissionPath: string;
  readonly seed: number;
  /** When to be done, in milliseconds since 1970. */
  readonly deadline: number;
}

/** What was done about each thing to predict; nothing was learned where there is none. */
export interface Solution {
  readonly goals: readonly (Pick<Learned, "loss" | "treeShare" | "rounds"> & Goal)[];
}

/**
 * Solves a competition as far as plain means go: reads the tables (and PNG images) of its public folder, learns boosted
 * trees and a linear model, and writes a submission. First of all it submits the sample, so that there is one whatever
 * happens. The same seed gives the same submission unless time runs out.
 */
export async function solve(options: SolveOptions): Promise<Solution> {
  const { publicDirectory, submissionPath, seed, deadline } = options;
  const started = Date.now();
  const task = readTask(publicDirectory);
  writeSubmission(task, [], submissionPath);
  if (task.train === null) return { goals: [] };

  const features = await buildFeatures(task, started + (deadline - started) / 3);
  const answers: Answer[] = [];
  const goals: Solution["goals"][number][] = [];
  for (const [index, goal] of task.goals.entries()) {
    const now = Date.now();
    const share = (deadline - now) / (task.goals.length - index);
    const learned = learn(features, truthOf(task, goal), objectiveOf(goal), { seed, deadline: now + share });
    answers.push({ goal, prediction: learned.prediction });
    goals.push({ ...goal, loss: learned.loss, treeShare: learned.treeShare, rounds: learned.rounds });
  }
  writeSubmission(task, answers, submissionPath);
  return { goals };
}

function objectiveOf(goal: Goal): Objective {
  return goal.kind === "number" ? { kind: "number" } : { kind: "classes", classes: goal.classes.length };
}

/** Values or class numbers of the training rows; NaN where there is none. */
function truthOf({ train }: Task, goal: Goal): Float64Array {
  const column = train!.column(goal.source);
  if (goal.kind === "number") return asFloats(column);
  const numbers = new Map(goal.classes.map((name, index) => [name, index]));
  return Float64Array.from(asText(column), (text) => numbers.get(text) ?? Number.NaN);
}
