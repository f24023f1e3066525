import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildFeatures, type Features } from "./features/build-features.ts";
import { limitsFor } from "./limits.ts";
import { answerAll } from "./models/answer-all.ts";
import type { Answer } from "./models/answer-goal.ts";
import type { ListAnswer } from "./models/answer-list.ts";
import { findTask, type Task } from "./reading/find-task.ts";
import { columnsOf, type Goal, isShared } from "./reading/goal.ts";
import { type PublicFile, withPublicFiles } from "./reading/public-files.ts";
import type { Sample } from "./reading/sample.ts";
import type { Filled, FilledAs } from "./writing/check-candidate.ts";
import { fillColumns } from "./writing/fill-columns.ts";
import { writeCandidate } from "./writing/write-candidate.ts";

export interface ImproveOptions {
  readonly publicDirectory: string;
  readonly seed: number;
  /** When to be done, in milliseconds since 1970. */
  readonly deadline: number;
}

/** A submission that seems better than the sample, not yet checked. */
export interface Candidate {
  readonly bytes: Buffer;
  readonly filled: Filled;
}

/** The candidate that was found, or why there is none: a clause without a full stop. */
export type Improvement = Candidate | { readonly declined: string };

/** Hears about progress. */
export interface Listener {
  /** A short line for the log. */
  say(line: string): void;
  /** A candidate to submit now; a better one may follow. */
  offer(candidate: Candidate): void;
}

/**
 * Looks for something better than the sample submission: reads the tables and images of the public folder, learns boosted
 * trees and a linear model, and judges them on training rows set aside. The same seed gives the same result unless time
 * runs out.
 */
export async function improve(sample: Sample, options: ImproveOptions, listener: Listener): Promise<Improvement> {
  return await withPublicFiles(options.publicDirectory, "all", (files) =>
    improveFrom(files, sample, options, listener),
  );
}

async function improveFrom(
  files: readonly PublicFile[],
  sample: Sample,
  options: ImproveOptions,
  { say, offer }: Listener,
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
  const answers = answerAll(task, features, options, {
    say,
    offer: (some) => offer(candidateOf(task, some, features)),
  });
  if (answers.length === 0) return { declined: "nothing that was learned is better than the sample" };
  return candidateOf(task, answers, features);
}

function candidateOf(task: Task, answers: readonly (Answer | ListAnswer)[], features: Features): Candidate {
  const filling = fillColumns(task, answers, features);
  const kinds = new Map(task.goals.flatMap((goal) => columnsOf(goal).map((name) => [name, filledAs(goal)])));
  const filled = new Map([...filling.keys()].map((name) => [name, kinds.get(name)!]));
  return { bytes: writeCandidate(task.sample, filling), filled };
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
