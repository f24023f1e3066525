import { expect, test } from "vitest";
import { storedMembers } from "../../../../src/agents/search/ensemble/stored-members.ts";
import type { SearchEvent } from "../../../../src/agents/search/events.ts";
import type { Evaluation, OperatorName } from "../../../../src/agents/search/parts.ts";
import { View } from "../../../../src/agents/search/view.ts";

const evaluation: Evaluation = {
  score: 0,
  basis: "rehearsal",
  comparable: "rehearsal, cut 0, sample 1",
  suspicious: null,
  notes: "",
};
const stage = { sampleFraction: 1 };
const cuts = [{ seed: 0, data: "/data", score: async () => ({ score: null, valid: null, message: "", sha256: null }) }];

const experiment = (
  id: string,
  judged: Partial<Evaluation> | null,
  { operator = "draft", parents = [] }: { operator?: OperatorName; parents?: string[] } = {},
): SearchEvent[] => [
  { type: "experiment", id, step: 1, operator, parents, idea: null, stage: "all" },
  ...(judged === null
    ? []
    : [{ type: "evaluated", experiment: id, evaluation: { ...evaluation, ...judged } } as const]),
  { type: "ended", experiment: id, state: judged === null ? "failed" : "good", failure: null },
];

const good = [experiment("a", { score: 0.7 }), experiment("b", { score: 0.9 })].flat();

test("the best good experiments are combined, best first", () => {
  expect(storedMembers(View.of(good), cuts, stage)).toEqual(["b", "a"]);
  const many = Array.from({ length: 9 }, (_, index) => experiment(`e${index}`, { score: index })).flat();
  expect(storedMembers(View.of(many), cuts, stage)).toEqual(["e8", "e7", "e6", "e5", "e4", "e3"]);
});

test("not those that failed, are hard to believe, or were measured in another way", () => {
  const others = [
    experiment("failed", null),
    experiment("odd", { score: 1, suspicious: "1 is a perfect score." }),
    experiment("own", { score: 0.95, basis: "self-reported", comparable: "its own" }),
    experiment("sampled", { score: 0.6, comparable: "rehearsal, cut 0, sample 0.1" }),
  ].flat();
  expect(storedMembers(View.of([...good, ...others]), cuts, stage)).toEqual(["b", "a"]);
});

test("the same ones are not combined twice, and combinations are not combined", () => {
  const done = experiment("c", { score: 0.95 }, { operator: "ensemble", parents: ["a", "b"] });
  expect(storedMembers(View.of([...good, ...done]), cuts, stage)).toBeNull();
  const more = experiment("d", { score: 0.8 });
  expect(storedMembers(View.of([...good, ...done, ...more]), cuts, stage)).toEqual(["b", "d", "a"]);
});

test("one alone is not, nor is anything without a rehearsal", () => {
  expect(storedMembers(View.of(experiment("a", {})), cuts, stage)).toBeNull();
  expect(storedMembers(View.of(good), [], stage)).toBeNull();
});
