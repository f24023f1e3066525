import { describeExperiment } from "../../memory/describe-experiment.ts";
import { bestIds, bestSoFar, errors, recent } from "../../memory/memory.ts";
import { cutToTokens } from "../../memory/tokens.ts";
import type { Experiment, Idea, Moment, Prompt, Question } from "../../parts.ts";
import { plannedSeconds } from "../../stages/planned-seconds.ts";
import type { IdeaTreeSettings } from "./settings.ts";

type Section = Prompt["sections"][number];

const caps = { task: 20_000, knowledge: 8_000, best: 4000, recent: 3000, errors: 1500, list: 16_000 };

const system =
  "You lead the search for a solution of a machine-learning task. Programs are written, run and scored one after the other; you decide " +
  "what is worth trying. Judge by evidence: scores, run times and failures of earlier experiments. Your answers are read by a program: " +
  "answer with one JSON object of the given form and nothing else.";

/** A question about the search as a whole. Its key is unique among those of the step. */
export function questionOf(
  settings: Pick<IdeaTreeSettings, "reasoning_effort" | "idea_generation_model">,
  moment: Moment,
  { key, role = settings.idea_generation_model, about, request }: QuestionOptions,
): Question {
  const effort = settings.reasoning_effort === null ? {} : { effort: settings.reasoning_effort };
  return { key: `step-${moment.step}/${key}`, role, ...effort, prompt: searchPrompt(moment, about, request) };
}

interface QuestionOptions {
  readonly key: string;
  readonly role?: string;
  /** What the question is about, besides the search. */
  readonly about: readonly Section[];
  readonly request: string;
}

/** The search so far, and a request at its end. */
function searchPrompt(moment: Moment, own: readonly Section[], request: string): Prompt {
  const { background, view, stage, step } = moment;
  const memory = (tokens: number) => ({ view, tokens, before: step, shown: bestIds(view) });
  const sections: Section[] = [
    { title: "Task", text: cutToTokens(background.task, caps.task) },
    { title: "Known about such tasks", text: cutToTokens(background.knowledge.ideas, caps.knowledge) },
    { title: "Pretrained models that can be downloaded", text: background.pretrained ?? "" },
    ...bestSoFar(memory(caps.best)),
    ...recent(memory(caps.recent)),
    ...errors(memory(caps.errors)),
    { title: "Stage of the search", text: `${stage.hint}\n${budgetText(moment)}`.trim() },
    ...own,
    { title: "What to do now", text: request },
  ];
  return { system, sections: sections.filter(({ text }) => text !== "") };
}

/** Ideas with their ids, and what they build on. */
export function listIdeas({ view }: Moment, ideas: readonly Idea[]): Section {
  const each = Math.floor(caps.list / Math.max(1, ideas.length));
  const lines = ideas.map(({ id, text, parent, expectedSeconds }) => {
    const score = parent === null ? "a fresh start" : `builds on ${parent}${scoreOf(view.experiment(parent))}`;
    const time = expectedSeconds === null ? "" : `, about ${Math.round(expectedSeconds)} s`;
    return `${id} (${score}${time}): ${cutToTokens(text, each)}`;
  });
  return { title: "Ideas that were not tried yet", text: lines.join("\n") };
}

export function listExperiments({ view }: Moment, title: string, experiments: readonly Experiment[]): Section {
  const each = Math.floor(caps.list / Math.max(1, experiments.length));
  const lines = experiments.map((experiment) => cutToTokens(describeExperiment(view, experiment), each));
  return { title, text: lines.join("\n") };
}

function scoreOf({ evaluation }: Experiment): string {
  return evaluation?.score == null ? "" : `, which scored ${evaluation.score} by ${evaluation.basis}`;
}

function budgetText({ budget, stage }: Moment): string {
  const used = Math.round(budget.used * 100);
  return `${used} % of the budget is used. One run of a program may take ${plannedSeconds(stage, budget)} s.`;
}
