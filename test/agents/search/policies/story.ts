import type { SearchEvent } from "../../../../src/agents/search/events.ts";
import type {
  Ask,
  Decision,
  Evaluation,
  Experiment,
  Moment,
  OperatorName,
  ProgramRun,
  Prompt,
  Question,
} from "../../../../src/agents/search/parts.ts";
import { stageAt } from "../../../../src/agents/search/stages/stage-at.ts";
import { singleStage } from "../../../../src/agents/search/stages/stages.ts";
import { View } from "../../../../src/agents/search/view.ts";

/** An experiment of a story, in short. */
interface Told {
  readonly operator?: OperatorName;
  readonly parents?: readonly string[];
  readonly idea?: string | null;
  readonly stage?: string;
  readonly step?: number;
  /** Good with this score; absent: failed. */
  readonly score?: number;
  readonly evaluation?: Partial<Evaluation>;
  readonly commit?: string | null;
  readonly run?: Partial<ProgramRun>;
  readonly summary?: string;
  readonly invalid?: string;
  readonly files?: Record<string, string>;
}

const finished: ProgramRun = { kind: "full", end: "finished", exitCode: 0, seconds: 3, log: "x.log", excerpt: "" };

/** The view after experiments `experiment_1`, `experiment_2` and so on, one per step, and decisions about ideas. */
export function viewOf(told: readonly Told[], options: { lowerIsBetter?: boolean; decided?: Partial<Decision> } = {}) {
  const { lowerIsBetter = false, decided } = options;
  const nothing = { ideas: [], pruned: [], actions: [], fallbacks: [] };
  const stages = [...new Set(told.map(({ stage = "full-training" }) => stage))];
  const budget = { used: 0, secondsLeft: 1, costLeft: null, stepsLeft: 1 };
  return View.of([
    { type: "started", settings: "", seed: 0, wallClockMs: 1, lowerIsBetter, program: "main.py", task: "" },
    ...stages.map((stage): SearchEvent => ({ type: "step", number: 0, stage, sample: 1, budget })),
    ...(decided === undefined ? [] : [{ type: "decided", step: 0, ...nothing, ...decided } as SearchEvent]),
    ...told.flatMap((each, index) => eventsOf(each, index + 1)),
  ]);
}

function eventsOf(told: Told, number: number): SearchEvent[] {
  const { operator = "draft", parents = [], idea = null, stage = "full-training", score } = told;
  const id = `experiment_${number}`;
  const isGood = score !== undefined;
  const run = { ...finished, ...(isGood ? {} : { end: "failed" as const, exitCode: 1 }), ...told.run };
  const { commit = `c${number}`, summary = `Summary ${number}.`, invalid = null, files = {} } = told;
  const evaluation: Evaluation = {
    score: score ?? null,
    basis: "rehearsal",
    comparable: `rehearsal/${stage}`,
    suspicious: null,
    notes: "",
    ...told.evaluation,
  };
  return [
    { type: "experiment", id, step: told.step ?? number, operator, parents: [...parents], idea, stage },
    { type: "coded", experiment: id, version: 1, commit, summary, failure: null, files, isWhole: true },
    { type: "ran", experiment: id, version: 1, run },
    ...(isGood || told.invalid
      ? [{ type: "checked", experiment: id, version: 1, kind: "full", invalid, sha256: null } as const]
      : []),
    ...(isGood ? [{ type: "evaluated", experiment: id, evaluation } as const] : []),
    { type: "ended", experiment: id, state: isGood ? "good" : "failed", failure: null },
  ];
}

/** A moment with nothing special about it: one stage, one slot, the first half of the budget. */
export function momentOf(view: View, rest: Partial<Moment> = {}): Moment {
  const step = view.experiments.length + 1;
  const budget = { used: 0.1, secondsLeft: 3600, costLeft: null, stepsLeft: 10 };
  const stage = stageAt(budget, { rules: singleStage, dataBytes: 0, debugSeconds: 60, runSeconds: 600 });
  const background = { task: "Predict y.", knowledge: { ideas: "", code: "" } };
  return { step, view, budget, stage, slots: 1, random: () => 0.5, ask: answers({}).ask, background, ...rest };
}

/** A model that answers by the key of the question: JSON values, or text that is not JSON. It remembers what it was asked. */
export function answers(byKey: Readonly<Record<string, unknown>>): { ask: Ask; asked: Question[] } {
  const asked: Question[] = [];
  const text = async (question: Question): Promise<string> => {
    asked.push(question);
    const answer = byKey[question.key];
    return typeof answer === "string" ? answer : JSON.stringify(answer ?? null);
  };
  const json: Ask["json"] = async (question, schema) => {
    const found = await text(question);
    try {
      return schema.safeParse(JSON.parse(found)).data ?? null;
    } catch {
      return null;
    }
  };
  return { asked, ask: { text, json, turn: () => Promise.reject(new Error("not used")) } as unknown as Ask };
}

/** A prompt as one text. */
export function textOf({ system, sections }: Prompt): string {
  return [system, ...sections.map(({ title, text }) => `# ${title}\n${text}`)].join("\n\n");
}

export function idsOf(experiments: readonly Experiment[]): string[] {
  return experiments.map(({ id }) => id);
}
