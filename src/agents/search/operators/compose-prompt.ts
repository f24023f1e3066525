import { formatSeconds } from "../../../lib/format-seconds.ts";
import { cutToTokens } from "../memory/tokens.ts";
import type { OperatorContext, Prompt } from "../parts.ts";
import { programContract } from "./program-contract.ts";

export type Section = Prompt["sections"][number];

/** Most tokens of a prompt's parts, memory apart. */
const caps = { task: 20_000, knowledge: 6_000, idea: 3_000, output: 2_000, code: 30_000, file: 12_000 };

const system =
  "You are an experienced machine-learning engineer. You write one program that solves the task below, runs without further help and " +
  "scores as well as possible on test data that no one has seen. Prefer correct and simple over clever; never leak held-out or test " +
  "information into training.";

/** A prompt of an operator: what all of them say, around what this one asks for. */
export function composePrompt(context: OperatorContext, own: readonly Section[], request: string): Prompt {
  const { background, stage, budget } = context;
  const sections: Section[] = [
    { title: "Task", text: cutToTokens(background.task, caps.task) },
    { title: "The program", text: programContract(context) },
    { title: "Pretrained models that can be downloaded", text: background.pretrained ?? "" },
    { title: "Known to work for such tasks", text: cutToTokens(background.knowledge.code, caps.knowledge) },
    ...own,
    { title: "Stage of the search", text: stage.hint },
    {
      title: "What to do now",
      text: `${request}\n\nThe whole search has ${formatSeconds(budget.secondsLeft)} left.`,
    },
  ];
  return { system, sections: sections.filter(({ text }) => text.trim() !== "") };
}

/** The idea to carry out. */
export function ideaSection({ idea }: OperatorContext): Section[] {
  if (idea === null) return [];
  const expected = idea.expectedSeconds === null ? "" : `\nExpected run time: ${formatSeconds(idea.expectedSeconds)}.`;
  return [{ title: "The idea to carry out", text: cutToTokens(idea.text, caps.idea) + expected }];
}

/** The files of the program that it starts from. */
export function codeSection({ code, program }: OperatorContext, title = "The program so far"): Section[] {
  return [{ title, text: programText(code, program, caps.code) }];
}

/** The files of a program, the entry point first. */
export function programText(code: Readonly<Record<string, string>>, program: string, tokens: number): string {
  const paths = Object.keys(code).toSorted((one, other) => Number(other === program) - Number(one === program));
  const files = paths.map((path) => `--- ${path}\n${cutToTokens(code[path]!, caps.file)}`);
  return cutToTokens(files.join("\n"), tokens);
}

/** What the program that it starts from printed when it ran in full. */
export function outputSection({ view, experiment }: OperatorContext): Section[] {
  const [parent] = experiment.parents;
  if (parent === undefined) return [];
  const runs = view.experiment(parent).versions.flatMap((version) => version.runs);
  const run = runs.findLast(({ kind }) => kind === "full");
  if (run === undefined) return [];
  const { excerpt, seconds } = run;
  return [{ title: `What it printed, in ${formatSeconds(seconds)}`, text: cutToTokens(excerpt, caps.output) }];
}
