import { describe, expect, it } from "vitest";
import { type SearchEvent, searchEvents } from "../../../src/agents/search/events.ts";
import type { Evaluation, Idea, ProgramRun } from "../../../src/agents/search/parts.ts";
import { SearchRecord } from "../../../src/agents/search/tree/search-record.ts";
import { View } from "../../../src/agents/search/view.ts";

const started: SearchEvent = {
  type: "started",
  settings: "0",
  seed: 1,
  wallClockMs: 1000,
  lowerIsBetter: false,
  program: "main.py",
  task: "",
};
const run: ProgramRun = { kind: "full", end: "finished", exitCode: 0, seconds: 2, log: "x.log", excerpt: "" };

function step(number: number, stage: string, sample = 1): SearchEvent {
  return { type: "step", number, stage, sample, budget: { used: 0, secondsLeft: 1, costLeft: null, stepsLeft: 1 } };
}

function experiment(id: string, stage = "full", parents: string[] = []): SearchEvent {
  return { type: "experiment", id, step: 1, operator: "draft", parents, idea: null, stage };
}

function good(id: string, score: number | null, rest: Partial<Evaluation> = {}): SearchEvent[] {
  const basis = rest.basis ?? "rehearsal";
  const evaluation: Evaluation = { score, basis, comparable: `${basis} full`, suspicious: null, notes: "", ...rest };
  return [
    { type: "evaluated", experiment: id, evaluation },
    { type: "ended", experiment: id, state: score === null ? "failed" : "good", failure: null },
  ];
}

function order(events: readonly SearchEvent[]): string[] {
  for (const event of events) searchEvents.parse(event);
  return View.of(events)
    .ranked()
    .map(({ id }) => id);
}

describe("the view of a search", () => {
  it("follows an experiment from its idea to its end", () => {
    const idea: Idea = {
      id: "i1",
      text: "Trees.",
      parent: null,
      expectedSeconds: null,
      from: "reasoning",
      step: 1,
      isPruned: false,
      operator: "draft",
    };
    const none = { files: {}, isWhole: true };
    const spent = { inputTokens: 1, outputTokens: 1 };
    const events: SearchEvent[] = [
      started,
      step(1, "full"),
      { type: "decided", step: 1, ideas: [idea, { ...idea, id: "i2" }], pruned: ["i2"], actions: [], fallbacks: [] },
      { ...(experiment("experiment_1") as object), idea: "i1" } as SearchEvent,
      { type: "asked", key: "experiment_1/code", role: "coding", text: "x", cost: 0.25, ...spent },
      { type: "asked", key: "step-1/select", role: "reasoning", text: "x", cost: 9, ...spent },
      {
        type: "coded",
        experiment: "experiment_1",
        version: 1,
        commit: "abc",
        summary: "Trees",
        failure: null,
        ...none,
      },
      { type: "ran", experiment: "experiment_1", version: 1, run: { ...run, end: "failed", exitCode: 1 } },
      {
        type: "coded",
        experiment: "experiment_1",
        version: 2,
        commit: "abd",
        summary: "Fixed",
        failure: null,
        ...none,
      },
      { type: "ran", experiment: "experiment_1", version: 2, run },
      { type: "checked", experiment: "experiment_1", version: 2, kind: "full", invalid: null, sha256: "0" },
      ...good("experiment_1", 0.5),
    ];
    for (const event of events) searchEvents.parse(event);
    const view = View.of(events);
    expect(view.ideas.map(({ id, isPruned }) => [id, isPruned])).toEqual([
      ["i1", false],
      ["i2", true],
    ]);
    expect(view.experiment("experiment_1")).toMatchObject({ idea: "i1", state: "good", seconds: 4, cost: 0.25 });
    expect(view.experiment("experiment_1").versions).toEqual([
      { number: 1, commit: "abc", summary: "Trees", files: {}, runs: [{ ...run, end: "failed", exitCode: 1 }] },
      { number: 2, commit: "abd", summary: "Fixed", files: {}, runs: [run], invalid: null },
    ]);
    expect(view.best?.id).toBe("experiment_1");
    expect(() => view.experiment("experiment_2")).toThrow("no experiment experiment_2");
  });

  it("does not change when more happens", () => {
    const before = View.of([started, step(1, "full"), experiment("experiment_1")]);
    const after = before.with(experiment("experiment_2", "full", ["experiment_1"]));
    expect(before.experiments).toHaveLength(1);
    expect(after.childrenOf("experiment_1").map(({ id }) => id)).toEqual(["experiment_2"]);
  });

  it("does not know the cost of an experiment with a call of unknown price", () => {
    const asked = { type: "asked", role: "coding", text: "", inputTokens: null, outputTokens: null } as const;
    const view = View.of([
      started,
      experiment("experiment_1"),
      { ...asked, key: "experiment_1/a", cost: 1 },
      { ...asked, key: "experiment_1/b", cost: null },
      { ...asked, key: "experiment_1/c", cost: 1 },
    ]);
    expect(view.experiment("experiment_1").cost).toBeNull();
  });
});

describe("the ranking", () => {
  it("goes by score in the direction of the metric", () => {
    const events = [
      step(1, "full"),
      ...["a", "b", "c"].map((id) => experiment(id)),
      ...good("a", 0.5),
      ...good("b", 0.75),
      ...good("c", 0.25),
    ];
    expect(order([started, ...events])).toEqual(["b", "a", "c"]);
    expect(order([{ ...started, lowerIsBetter: true }, ...events])).toEqual(["c", "a", "b"]);
  });

  it("leaves out what failed or has no score, and keeps the earlier one of equals first", () => {
    const ids = ["a", "b", "c", "d"];
    const events = [
      step(1, "full"),
      ...ids.map((id) => experiment(id)),
      ...good("c", 1),
      ...good("b", 1),
      ...good("a", null),
    ];
    expect(order([started, ...events])).toEqual(["b", "c"]);
  });

  it("puts stages with more data first, whatever the scores", () => {
    const stages = [step(1, "mini", 0.1), step(2, "full")];
    const events = [experiment("a", "mini"), experiment("b", "full"), ...good("a", 0.9), ...good("b", 0.1)];
    expect(order([started, ...stages, ...events])).toEqual(["b", "a"]);
  });

  it("compares stages with the same data by score", () => {
    const stages = [step(1, "full"), step(2, "ensembling")];
    const events = [experiment("a", "full"), experiment("b", "ensembling"), ...good("a", 0.9), ...good("b", 0.1)];
    expect(order([started, ...stages, ...events])).toEqual(["a", "b"]);
  });

  it("never interleaves scores on different grounds", () => {
    const ids = ["a", "b", "c", "d", "e", "f"];
    const events = [
      ...ids.map((id) => experiment(id)),
      ...good("a", 0.99, { basis: "review" }),
      ...good("b", 0.5),
      ...good("c", 0.98, { basis: "self-reported" }),
      ...good("d", 1, { suspicious: "a perfect score" }),
      ...good("e", 0.4),
      ...good("f", 0.7, { comparable: "another cut" }),
    ];
    expect(order([started, step(1, "full"), ...events])).toEqual(["b", "e", "f", "c", "a", "d"]);
  });
});

it("counts what a coding agent's own model calls have used, by experiment, part and model", () => {
  const spent = { role: "coding", model: "a/b", calls: 3, inputTokens: 100, outputTokens: 20, cost: 0.5 };
  const whole = { commit: "abc", summary: "", failure: null, files: {}, isWhole: true };
  const coded = (version: number, used: Partial<typeof spent> = {}): SearchEvent =>
    searchEvents.parse({ type: "coded", experiment: "experiment_1", version, ...whole, spent: { ...spent, ...used } });
  const begun = [started, step(1, "full"), experiment("experiment_1")];
  const record = SearchRecord.of([...begun, coded(1), coded(2, { role: "debugging", cost: 0.25, calls: 1 })]);
  expect(record.view.experiment("experiment_1").cost).toBe(0.75);
  expect(record.spending.cost).toBe(0.75);
  expect(record.spending.entries.map(({ part, calls, cost }) => [part, calls, cost])).toEqual([
    ["code", 3, 0.5],
    ["repairs", 1, 0.25],
  ]);
});
