import type { Features } from "../features/build-features.ts";
import type { Task } from "../reading/find-task.ts";
import { type Answer, answerGoal } from "./answer-goal.ts";
import { answerList, type ListAnswer } from "./answer-list.ts";
import { type LearnOptions, matrixOf } from "./learn.ts";

/** Told of the work while it is done. */
export interface AnswerListener {
  say(line: string): void;
  /** All answers so far. */
  offer(answers: readonly (Answer | ListAnswer)[]): void;
}

/** An answer for every goal for which there is a better one than the sample's. The goals share the time evenly. */
export function answerAll(
  task: Task,
  features: Features,
  { seed, deadline }: LearnOptions,
  { say, offer }: AnswerListener,
): (Answer | ListAnswer)[] {
  const matrix = matrixOf(features, features.columns);
  const answers: (Answer | ListAnswer)[] = [];
  // Making a candidate takes time too: a few are enough.
  const between = (deadline - Date.now()) / 10;
  let offered = 0;
  const offerNow = (last: Answer): void => {
    if (Date.now() - offered < between) return;
    offer([...answers, last]);
    offered = Date.now();
  };
  for (const [index, goal] of task.goals.entries()) {
    const now = Date.now();
    const options = { seed, deadline: now + (deadline - now) / (task.goals.length - index) };
    const { answer, line } =
      goal.kind === "list"
        ? answerList(goal, task.sample.table)
        : answerGoal(task, goal, { features, matrix }, options, offerNow);
    if (answer !== null) answers.push(answer);
    say(line);
  }
  return answers;
}
