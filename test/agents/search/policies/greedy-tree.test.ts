import { describe, expect, it } from "vitest";
import type { Action } from "../../../../src/agents/search/parts.ts";
import { greedyTree } from "../../../../src/agents/search/policies/greedy-tree.ts";
import { momentOf, viewOf } from "./story.ts";

const settings = { num_drafts: 2, debug_prob: 0.5, max_debug_depth: 2 };

async function next(
  told: Parameters<typeof viewOf>[0],
  rest: Parameters<typeof momentOf>[1] = {},
  changed: Partial<typeof settings> = {},
): Promise<readonly Action[]> {
  const decision = await greedyTree({ ...settings, ...changed }).next(momentOf(viewOf(told), rest));
  return decision.actions;
}

describe("the greedy tree", () => {
  it("drafts until there are enough drafts, failed ones included", async () => {
    expect(await next([])).toEqual([{ operator: "draft", parents: [] }]);
    expect(await next([{}])).toEqual([{ operator: "draft", parents: [] }]);
    expect((await next([{}, { score: 1 }]))[0]!.operator).not.toBe("draft");
  });

  it("improves the best when it does not repair", async () => {
    const told = [
      { score: 0.5 },
      { score: 0.7 },
      { score: 0.6, operator: "improve", parents: ["experiment_2"] },
    ] as const;
    expect(await next(told)).toEqual([{ operator: "improve", parents: ["experiment_2"] }]);
  });

  it("repairs with the given probability", async () => {
    const told = [{ score: 1 }, {}];
    const draws = (...values: number[]) => ({ random: () => values.shift()! });
    expect(await next(told, draws(0.49, 0))).toEqual([{ operator: "debug", parents: ["experiment_2"] }]);
    expect(await next(told, draws(0.5))).toEqual([{ operator: "improve", parents: ["experiment_1"] }]);
    expect(await next(told, draws(0.99, 0), { debug_prob: 1 })).toEqual([
      { operator: "debug", parents: ["experiment_2"] },
    ]);
    expect(await next(told, draws(0), { debug_prob: 0 })).toEqual([{ operator: "improve", parents: ["experiment_1"] }]);
  });

  it("repairs one failure as often in a row as the depth says, and no more", async () => {
    const random = () => 0;
    const repair = (parent: number) => ({ operator: "debug", parents: [`experiment_${parent}`] }) as const;
    expect(await next([{ score: 1 }, {}], { random })).toEqual([repair(2)]);
    expect(await next([{ score: 1 }, {}, repair(2)], { random })).toEqual([repair(3)]);
    expect(await next([{ score: 1 }, {}, repair(2), repair(3)], { random })).toEqual([
      { operator: "improve", parents: ["experiment_1"] },
    ]);
    expect(await next([{ score: 1 }, {}], { random }, { max_debug_depth: 0 })).toEqual([
      { operator: "improve", parents: ["experiment_1"] },
    ]);
  });

  it("does not repair what has no program", async () => {
    expect(await next([{ score: 1 }, { commit: null }], { random: () => 0 })).toEqual([
      { operator: "improve", parents: ["experiment_1"] },
    ]);
  });

  it("repairs again when a repair came to nothing, within the same depth", async () => {
    const random = () => 0;
    const nothing = { operator: "debug", parents: ["experiment_2"], commit: null } as const;
    const repair = [{ operator: "debug", parents: ["experiment_2"] }];
    expect(await next([{ score: 1 }, {}, nothing], { random })).toEqual(repair);
    expect(await next([{ score: 1 }, {}, nothing, nothing], { random })).toEqual([
      { operator: "improve", parents: ["experiment_1"] },
    ]);
  });

  it("drafts again when nothing works and nothing is repaired", async () => {
    expect(await next([{}, {}], { random: () => 0.9 })).toEqual([{ operator: "draft", parents: [] }]);
  });

  it("fills all slots: drafts, then different repairs, then the best ones whose scores compare", async () => {
    expect(await next([{}], { slots: 3, random: () => 0 })).toEqual([
      { operator: "draft", parents: [] },
      { operator: "debug", parents: ["experiment_1"] },
      { operator: "draft", parents: [] },
    ]);
    const other = { score: 9, evaluation: { basis: "review", comparable: "review" } } as const;
    expect(await next([{ score: 1 }, { score: 3 }, other], { slots: 3 })).toEqual([
      { operator: "improve", parents: ["experiment_2"] },
      { operator: "improve", parents: ["experiment_1"] },
      { operator: "improve", parents: ["experiment_2"] },
    ]);
  });

  it("keeps to the operators of the stage", async () => {
    const stage = { ...momentOf(viewOf([])).stage, operators: ["ensemble", "debug"] as const };
    const told = [{ score: 1 }, { score: 3 }];
    expect(await next([], { stage })).toEqual([]);
    expect(await next(told, { stage })).toEqual([{ operator: "ensemble", parents: ["experiment_2", "experiment_1"] }]);
    const combined = { operator: "ensemble", parents: ["experiment_1", "experiment_2"], step: 3 } as const;
    expect(await next([...told, combined], { stage, random: () => 0.9 })).toEqual([
      { operator: "debug", parents: ["experiment_3"] },
    ]);
  });
});
