import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildFeatures, type Features } from "./features/build-features.ts";
import { limitsFor } from "./limits.ts";
import { type Answer, answerGoal } from "./models/answer-goal.ts";
import { answerList } from "./models/answer-list.ts";
import { matrixOf } from "./models/learn.ts";
import { findTask, type Task } from "./reading/find-task.ts";
import { columnsOf, type Goal, isShared } from "./reading/goal.ts";
import { type PublicFile, withPublicFiles } from "./reading/public-files.ts";
import type { Sample } from "./reading/sample.ts";
import type { Filled, FilledAs } from "./writing/check-candidate.ts";
import { type Filling, fillColumns } from "./writing/fill-columns.ts";
import { writeCandidate } from "./writing/write-candidate.ts";

export interface ImproveOptions {
  readonly publicDirectory: string;
  readonly seed: number;
  /** When to be done, in milliseconds since 1970. */
  readonly deadline: number;
}

/** A submission that seems better than the sample, not yet checked; or why there is none. */
export type Improvement =
  | { readonly bytes: Buffer; readonly filled: Filled }
  /** A clause without a full stop. */
  | { readonly declined: string };

/**
 * Looks for something better than the sample submission: reads the tables and images of the public folder, learns boosted
 * trees and a linear model, and judges them on training rows set aside. `say` is told what is done, in short lines. The same
 * seed gives the same result unless time runs out.
 */
export async function improve(
  sample: Sample,
  options: ImproveOptions,
  say: (line: string) => void,
): Promise<Improvement> {
  return await withPublicFiles(options.publicDirectory, "all", (files) => improveFrom(files, sample, options, say));
}

async function improveFrom(
  files: readonly PublicFile[],
  sample: Sample,
  options: ImproveOptions,
  say: (line: string) => void,
): Promise<Improvement> {
  const { publicDirectory, seed, deadline } = options;
  const started = Date.now();
  const words = await readFile(join(publicDirectory, "description.md"), "utf8").catch(() => "");
  const task = await findTask(files, sample, words, limitsFor(options));
  if ("declined" in task) return task;
  say(`Learning from ${task.sources}.`);
  const hashWidth = mostOutputs(task.goals) > 64 ? 2 ** 16 : 2 ** 18;
  const imagesEnd = started + (deadline - started) / 2;
  const features = await buildFeatures(task, files, { seed, deadline: imagesEnd, hashWidth });
  say(`Features: ${features.sources}.`);
  const { answers, lists } = answerAll(task, features, options, say);
  if (answers.length + lists.size === 0) return { declined: "nothing that was learned is better than the sample" };
  const filling: Filling = fillColumns(task, answers, features);
  for (const [column, labels] of lists) filling.set(column, Array(sample.table.length).fill(labels.join(" ")));
  const kinds = new Map(task.goals.flatMap((goal) => columnsOf(goal).map((name) => [name, filledAs(goal)])));
  const filled = new Map([...filling.keys()].map((name) => [name, kinds.get(name)!]));
  return { bytes: writeCandidate(sample, filling), filled };
}

function answerAll(task: Task, features: Features, { seed, deadline }: ImproveOptions, say: (line: string) => void) {
  const matrix = matrixOf(features, features.columns);
  const answers: Answer[] = [];
  const lists = new Map<string, readonly string[]>();
  for (const [index, goal] of task.goals.entries()) {
    if (goal.kind === "list") {
      const labels = answerList(goal, task.sample.table);
      if (labels !== null) lists.set(goal.column, labels);
      say(`${goal.column} (list): the commonest labels are ${labels === null ? "no " : ""}better than the sample's`);
      continue;
    }
    const now = Date.now();
    const share = (deadline - now) / (task.goals.length - index);
    const { answer, line } = answerGoal(task, goal, { features, matrix }, { seed, deadline: now + share });
    if (answer !== null) answers.push(answer);
    say(line);
  }
  return { answers, lists };
}

function mostOutputs(goals: readonly Goal[]): number {
  return Math.max(...goals.map((goal) => ("classes" in goal ? goal.classes.length : 1)));
}

function filledAs(goal: Goal): FilledAs {
  if (goal.kind === "label" || goal.kind === "list") return "label";
  if (isShared(goal)) return "share";
  const isChance = goal.kind !== "number" || goal.truth.every((value) => !(value < 0 || value > 1));
  return isChance ? "probability" : "number";
}
