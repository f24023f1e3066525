import type { Features } from "../features/build-features.ts";
import type { Task } from "../reading/find-task.ts";
import { type Answer, answerGoal } from "./answer-goal.ts";
import { answerList, type ListAnswer } from "./answer-list.ts";
import { type LearnOptions, matrixOf } from "./learn.ts";

/** Hears about progress. */
export interface AnswerListener {
  say(line: string): void;
  /** All answers so far. */
  offer(answers: readonly (Answer | ListAnswer)[]): void;
}

/** Answers for the goals on which something beats the sample. The goals share the time evenly. */
export function answerAll(
  task: Task,
  features: Features,
  { seed, deadline }: LearnOptions,
  { say, offer }: AnswerListener,
): (Answer | ListAnswer)[] {
  const matrix = matrixOf(features, features.columns);
  const answers: (Answer | ListAnswer)[] = [];
  // Each offer takes time: a few are enough.
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
