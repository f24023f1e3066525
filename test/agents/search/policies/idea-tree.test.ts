import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Idea, Moment } from "../../../../src/agents/search/parts.ts";
import { ideaTree } from "../../../../src/agents/search/policies/idea-tree/idea-tree.ts";
import { ideaTreeSettings } from "../../../../src/agents/search/policies/idea-tree/settings.ts";
import { stageAt } from "../../../../src/agents/search/stages/stage-at.ts";
import { stagesWith, stageThresholds } from "../../../../src/agents/search/stages/stages.ts";
import { answers, momentOf, textOf, viewOf } from "./story.ts";

const defaults = z.strictObject(ideaTreeSettings).parse({});
type Settings = typeof defaults;

async function decide(
  settings: Partial<Settings>,
  told: Parameters<typeof viewOf>[0],
  byKey: Readonly<Record<string, unknown>> = {},
  rest: Partial<Moment> & { ideas?: readonly Idea[] } = {},
) {
  const { ideas = [], ...moment } = rest;
  const { ask, asked } = answers(byKey);
  const view = viewOf(told, { decided: { ideas: [...ideas] } });
  const decision = await ideaTree({ ...defaults, ...settings }).next(momentOf(view, { ask, ...moment }));
  return { ...decision, asked, keys: asked.map(({ key }) => key) };
}

const idea = (number: number, parent: string | null = null): Idea => ({
  id: `idea_${number}`,
  text: `Thought ${number}.`,
  operator: parent === null ? "draft" : "improve",
  parent,
  expectedSeconds: null,
  from: "reasoning",
  step: 1,
  isPruned: false,
});
const pool = (count: number, parent: string | null = null) =>
  Array.from({ length: count }, (_, at) => idea(at + 1, parent));
const used = (share: number) => ({ budget: { used: share, secondsLeft: 600, costLeft: null, stepsLeft: 5 } });
const proposed = (...texts: string[]) => ({ ideas: texts.map((text) => ({ idea: text })) });

describe("the idea tree at its start", () => {
  it("asks every role for fresh starts, keeps what is wanted, and selects", async () => {
    const decision = await decide(
      { node_expansion_limit: 1, node_expansion_new_childs_count: 2, idea_generation_ensemble_models: ["one", "two"] },
      [],
      {
        "step-1/ideas/new-1/1-1": proposed("Trees", "Lines"),
        "step-1/ideas/new-1/1-2": proposed("Nets", "  "),
        "step-1/ideas/new-1/1-3": proposed("trees!", "Kernels", "One too many"),
        "step-1/keep/new-1": { keep: [3, "2"] },
        "step-1/select": { select: ["idea_2"] },
      },
    );
    // Before the first result, each role is asked twice.
    expect(decision.asked.map(({ role }) => role)).toEqual(["one", "two", "one", "two", "reasoning", "reasoning"]);
    expect(decision.ideas.map(({ id, text, from, operator }) => [id, text, from, operator])).toEqual([
      ["idea_1", "Lines", "one", "draft"],
      ["idea_2", "Nets", "two", "draft"],
    ]);
    expect(decision.actions).toEqual([{ operator: "draft", parents: [], idea: "idea_2" }]);
  });

  it("has and tries more ideas at first, by the factor", async () => {
    const texts = ["A", "B", "C", "D", "E", "F"];
    const decision = await decide(
      {
        node_expansion_limit: 1,
        node_expansion_new_childs_count: 3,
        first_experiment_factor: 2,
        experimentation_per_run: 3,
      },
      [],
      { "step-1/ideas/new-1/1-1": proposed(...texts) },
    );
    expect(decision.ideas).toHaveLength(6);
    expect(decision.actions).toHaveLength(6);
    expect(decision.keys).not.toContain("step-1/select");
  });

  it("refines ideas over rounds, each with the proposals of the one before", async () => {
    const decision = await decide({ node_expansion_limit: 1, idea_generation_steps: 2 }, [], {
      "step-1/ideas/new-1/1-1": proposed("Rough trees"),
      "step-1/ideas/new-1/2-1": proposed("Fine trees"),
    });
    expect(decision.ideas.map(({ text }) => text)).toEqual(["Fine trees"]);
    const second = decision.asked.find(({ key }) => key === "step-1/ideas/new-1/2-1")!;
    expect(textOf(second.prompt)).toContain("Rough trees");
  });

  it("asks one model for no more ideas than it may be asked for", async () => {
    const { asked } = await decide({ node_expansion_new_childs_count: 15, per_step_maximum_solution_count: 4 }, []);
    expect(textOf(asked[0]!.prompt)).toContain("Propose 4 ");
  });
});

it("asks models to think as hard as the settings say", async () => {
  const { asked } = await decide({ reasoning_effort: "high" }, []);
  expect(new Set(asked.map(({ effort }) => effort))).toEqual(new Set(["high"]));
  const { asked: free } = await decide({}, []);
  expect(free[0]).not.toHaveProperty("effort");
});

describe("the idea tree in between", () => {
  const told = [{ score: 0.5, idea: "idea_1" }, { score: 0.7, idea: "idea_2" }, { idea: "idea_3" }];

  it("lets a model choose what to build on while it explores", async () => {
    const decision = await decide({}, told, {
      "step-4/expand": { expand: ["experiment_1", "new"] },
      "step-4/ideas/experiment_1/1-1": {
        ideas: [
          { idea: "Deeper", expected_seconds: 90 },
          { idea: "Rates", tune: true },
        ],
      },
      "step-4/ideas/new-2/1-1": proposed("Nets"),
      "step-4/select": { select: ["idea_2"] },
    });
    expect(
      decision.ideas.map(({ id, text, operator, parent, expectedSeconds }) => [
        id,
        text,
        operator,
        parent,
        expectedSeconds,
      ]),
    ).toEqual([
      ["idea_1", "Deeper", "improve", "experiment_1", 90],
      ["idea_2", "Rates", "tune", "experiment_1", null],
      ["idea_3", "Nets", "draft", null, null],
    ]);
    expect(decision.actions).toEqual([{ operator: "tune", parents: ["experiment_1"], idea: "idea_2" }]);
    expect(decision.fallbacks).toEqual([]);
    expect(decision.asked.map(({ role }) => role)).not.toContain("");
  });

  it("builds on the best once enough of the budget is used", async () => {
    const decision = await decide({ node_expansion_limit: 1 }, told, {}, used(0.3));
    expect(decision.keys[0]).toBe("step-4/ideas/experiment_2/1-1");
  });

  it("sees to it that one new idea is the same solution with better settings", async () => {
    const texts = ["A", "B", "C", "D", "E"];
    const key = "step-4/ideas/experiment_2/1-1";
    const decision = await decide({ node_expansion_limit: 1 }, told, { [key]: proposed(...texts) }, used(0.5));
    expect(decision.ideas.map(({ operator }) => operator)).toEqual([
      "improve",
      "improve",
      "improve",
      "improve",
      "tune",
    ]);
  });

  it("prunes between a twentieth and a fifth of the pool, from a share of the budget on", async () => {
    const ideas = pool(40, "experiment_1");
    const every = ideas.map(({ id }) => id);
    const settings = { node_expansion_limit: 1 };
    const told = [{ score: 1 }];
    const before = await decide(settings, told, {}, { ideas, ...used(0.19) });
    expect(before.keys).not.toContain("step-2/prune");
    const many = await decide(settings, told, { "step-2/prune": { prune: every } }, { ideas, ...used(0.2) });
    expect(many.pruned).toEqual(every.slice(0, 8));
    const few = await decide(settings, told, { "step-2/prune": { prune: ["idea_7"] } }, { ideas, ...used(0.2) });
    expect(few.pruned).toEqual(["idea_7", "idea_40"]);
    expect(few.fallbacks).toContain("Pruning: by rule, idea_40.");
  });

  it("tries neither pruned nor tried ideas", async () => {
    const ideas = pool(6, "experiment_1");
    const settings = { node_expansion_limit: 1, node_expansion_new_childs_count: 1, experimentation_per_run: 20 };
    const told = [{ score: 1 }, { operator: "improve", parents: ["experiment_1"], idea: "idea_2", score: 2 }] as const;
    const decision = await decide(settings, told, { "step-3/prune": { prune: ["idea_5"] } }, { ideas, ...used(0.9) });
    expect(decision.actions.map((action) => action.idea)).toEqual(["idea_1", "idea_3", "idea_4", "idea_6", "idea_7"]);
  });
});

describe("the idea tree near its end", () => {
  const rules = stagesWith(z.object(stageThresholds).parse({}));
  const stage = stageAt({ used: 0.8 }, { rules, dataBytes: 0, debugSeconds: 1, runSeconds: 1 });

  it("combines the best solutions whose scores compare", async () => {
    const other = { score: 99, evaluation: { basis: "review", comparable: "review" } } as const;
    const told = [{ score: 1 }, other, { score: 5 }, { score: 3 }];
    const answer = { "step-5/ideas/ensembles/1-1": proposed("Stack them") };
    const decision = await decide({}, told, answer, { stage, ...used(0.8) });
    expect(decision.actions).toEqual([
      { operator: "ensemble", parents: ["experiment_3", "experiment_4", "experiment_1"], idea: "idea_1" },
    ]);
    expect(decision.ideas[0]!.text).toBe("Stack them");
  });

  it("goes on searching when there is nothing to combine", async () => {
    const decision = await decide({}, [{}], {}, { stage, ...used(0.8) });
    expect(decision.actions.map(({ operator }) => operator)).toEqual(["draft"]);
  });
});

describe("the idea tree with a model that answers badly", () => {
  const ideas = pool(20, "experiment_1");
  const told = [{ score: 0.5 }, { score: 0.7 }];
  const bad: [string, unknown][] = [
    ["nothing", ""],
    ["no JSON", "I would rather not say."],
    ["JSON of another form", [1, 2]],
    ["unknown ids", { prune: ["idea_99"], expand: ["experiment_77"], select: ["x".repeat(100)], ideas: [{ idea: 7 }] }],
    [
      "a megabyte",
      { prune: Array(100_000).fill("idea_99"), expand: [], select: [], ideas: [{ idea: "A".repeat(1e6) }] },
    ],
  ];

  it.each(bad)("still decides, and records the rules that it followed: %s", async (_, answer) => {
    const byKey = new Proxy({}, { get: () => answer });
    const { actions, pruned, fallbacks, ideas: fresh, asked } = await decide({}, told, byKey, { ideas, ...used(0.25) });
    expect(pruned).toHaveLength(1);
    expect(actions).toHaveLength(1);
    expect(fallbacks.join("\n")).toMatch(/Pruning: by rule.*Selection: by rule/s);
    expect(fallbacks.join("\n").length).toBeLessThan(2000);
    expect(fresh.length).toBeGreaterThan(0);
    for (const { text } of fresh) expect(text.length).toBeLessThanOrEqual(4000);
    for (const { prompt } of asked) expect(textOf(prompt).length).toBeLessThan(400_000);
    // The same answers lead to the same decision.
    const again = await decide({}, told, byKey, { ideas, ...used(0.25) });
    expect(again.actions).toEqual(actions);
  });

  it("drops unknown ids and keeps the others", async () => {
    const answer = { "step-3/select": { select: ["idea_99", "idea_4"] } };
    const decision = await decide({ node_expansion_limit: 1 }, told, answer, { ideas });
    expect(decision.actions[0]!.idea).toBe("idea_4");
    expect(decision.fallbacks).toContain('Selection: "idea_99" does not exist.');
  });
});
