import { describe, expect, it } from "vitest";
import { sequence } from "../../../../src/agents/search/policies/sequence.ts";
import { momentOf, viewOf } from "./story.ts";

const next = (settings: Parameters<typeof sequence>[0], told: Parameters<typeof viewOf>[0]) =>
  sequence(settings).next(momentOf(viewOf(told)));

describe("a sequence of operators", () => {
  it("goes through them one by one and ends", async () => {
    const settings = { sequence: ["draft", "improve", "tune"] as const satisfies string[], until_good: false };
    const list = { ...settings, sequence: [...settings.sequence] };
    expect((await next(list, [])).actions).toEqual([{ operator: "draft", parents: [] }]);
    expect((await next(list, [{ score: 1 }])).actions).toEqual([{ operator: "improve", parents: ["experiment_1"] }]);
    const improved = { operator: "improve", parents: ["experiment_1"], score: 2 } as const;
    expect((await next(list, [{ score: 1 }, improved])).actions).toEqual([
      { operator: "tune", parents: ["experiment_2"] },
    ]);
    const tuned = { operator: "tune", parents: ["experiment_2"], score: 3 } as const;
    expect((await next(list, [{ score: 1 }, improved, tuned])).actions).toEqual([]);
  });

  it("leaves out what has nothing to work on, and says so", async () => {
    const decision = await next({ sequence: ["draft", "improve", "debug", "draft"], until_good: false }, [{}]);
    expect(decision.actions).toEqual([{ operator: "debug", parents: ["experiment_1"] }]);
    expect(decision.fallbacks).toEqual(["Nothing to improve: left out."]);
  });

  it("can end with the first good experiment", async () => {
    const settings = { sequence: ["adapt-repository" as const, "draft" as const], until_good: true };
    expect((await next(settings, [{ operator: "adapt-repository" }])).actions).toHaveLength(1);
    expect((await next(settings, [{ operator: "adapt-repository", score: 1 }])).actions).toEqual([]);
  });
});
