import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/agents/search/memory/tokens.ts";
import { operatorsWith } from "../../../src/agents/search/operators/index.ts";
import type { Idea, OperatorContext } from "../../../src/agents/search/parts.ts";
import { momentOf, textOf, viewOf } from "./policies/story.ts";

const operators = operatorsWith(4000);
const code = { "model.py": "import numpy", "main.py": "print('hello')" };
const idea: Idea = {
  id: "idea_1",
  text: "Use gradient boosting.",
  operator: "draft",
  parent: null,
  expectedSeconds: 90,
  from: "reasoning",
  step: 1,
  isPruned: false,
};

function contextOf(told: Parameters<typeof viewOf>[0], rest: Partial<OperatorContext> = {}): OperatorContext {
  const view = viewOf(told);
  const { budget, stage, background } = momentOf(view);
  const experiment = view.experiments.at(-1)!;
  return { view, budget, stage, background, experiment, idea: null, code: {}, program: "main.py", ...rest };
}

describe("operators", () => {
  const names = Object.keys(operators) as (keyof typeof operators)[];

  it.each(names)("%s says what the task is, what programs must do and how long they may take", (name) => {
    const background = {
      task: "Predict y.",
      knowledge: { ideas: "no", code: "Scale inputs." },
      repository: "A digest.",
    };
    const context = contextOf([{ score: 1 }, { operator: name, parents: ["experiment_1"] }], { background, code });
    const text = textOf(operators[name].prompt(context));
    for (const part of ["Predict y.", "Scale inputs.", "main.py", "DATA_DIR", "OUTPUT_DIR", "final_submission.csv"]) {
      expect(text).toContain(part);
    }
    expect(text).toContain("--debug");
    expect(text).toContain("10 min 0 s");
    expect(operators[name].name).toBe(name);
  });

  it("carry out the idea they are given, under the stage's hint", () => {
    const stage = { ...momentOf(viewOf([])).stage, hint: "Small samples only.", sampleFraction: 0.1 };
    const text = textOf(operators.draft.prompt(contextOf([{ score: 1 }], { idea, stage })));
    expect(text).toContain("Use gradient boosting.");
    expect(text).toContain("1 min 30 s");
    expect(text).toContain("Small samples only.");
    expect(text).toContain("now 0.1");
  });

  it("never promise more time than is left", () => {
    const budget = { used: 0.9, secondsLeft: 45, costLeft: null, stepsLeft: 1 };
    expect(textOf(operators.draft.prompt(contextOf([{}], { budget })))).toContain("plan for 22 s");
  });

  it("improve shows the program, entry point first, its output and one change to make", () => {
    const told = [
      { score: 0.5, run: { excerpt: "fold 1: 0.5" } },
      { operator: "improve", parents: ["experiment_1"] },
    ] as const;
    const text = textOf(operators.improve.prompt(contextOf(told, { code })));
    expect(text).toMatch(/--- main\.py.*--- model\.py/s);
    expect(text).toContain("fold 1: 0.5");
    expect(text).toContain("exactly one");
  });

  it("tell experiments apart that begin side by side with the same request", () => {
    const context = contextOf([{ step: 1 }, { step: 1 }]);
    expect(textOf(operators.draft.prompt(context))).toContain("2 engineers get this request");
    expect(textOf(operators.draft.prompt(context))).toContain("you are number 2");
    expect(textOf(operators.draft.prompt(contextOf([{ step: 1 }, { step: 2 }])))).not.toContain("engineers get");
  });

  it("debug shows how the failed experiment failed", () => {
    const told = [
      { run: { end: "memory", excerpt: "Killed", kind: "debug" } },
      { operator: "debug", parents: ["experiment_1"] },
    ] as const;
    const context = contextOf(told, { code });
    const fresh = { ...context, experiment: { ...context.experiment, versions: [] } };
    const text = textOf(operators.debug.prompt(fresh));
    expect(text).toContain("ran out of memory after 3 s, run with --debug");
    expect(text).toContain("Killed");
    expect(text).toContain("print('hello')");
  });

  it("debug shows the failure of the experiment itself when that has been written", () => {
    const told = [
      { score: 1 },
      { operator: "improve", parents: ["experiment_1"], invalid: "no column id", run: { end: "finished" } },
    ] as const;
    expect(textOf(operators.debug.prompt(contextOf(told, { code })))).toContain("invalid: no column id");
  });

  it("ensemble lists its members with their programs", () => {
    const told = [
      { score: 1, files: { "main.py": "import lines" } },
      { score: 2, files: { "main.py": "import trees" } },
      { operator: "ensemble", parents: ["experiment_2", "experiment_1"] },
    ] as const;
    const text = textOf(operators.ensemble.prompt(contextOf(told, { code: { "main.py": "import trees" } })));
    expect(text).toMatch(
      /experiment_2 .*score 2.*experiment_1 .*score 1.*import trees.*experiment_1\n--- main\.py\nimport lines/s,
    );
  });

  it("stay within their caps whatever they are given", () => {
    const long = "x".repeat(1_000_000);
    const told = [
      { score: 1, summary: long },
      { parents: ["experiment_1"], run: { excerpt: long }, summary: long },
    ];
    const background = { task: long, knowledge: { ideas: long, code: long }, repository: long };
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`file_${at}.py`, long]));
    for (const name of names) {
      const prompt = operators[name].prompt(contextOf(told, { background, code: many, idea: { ...idea, text: long } }));
      expect(estimateTokens(textOf(prompt))).toBeLessThan(80_000);
    }
  });
});
