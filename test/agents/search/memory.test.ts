import { describe, expect, it } from "vitest";
import { bestSoFar, errors, lineage, recent, siblings } from "../../../src/agents/search/memory/memory.ts";
import { cutToTokens, estimateTokens } from "../../../src/agents/search/memory/tokens.ts";
import { viewOf } from "./policies/story.ts";

type View = ReturnType<typeof viewOf>;
const options = (view: View, tokens = 10_000) => ({ view, tokens, before: Number.POSITIVE_INFINITY });
const textOf = (sections: readonly { text: string }[]) => sections.map(({ text }) => text).join("\n");

describe("memory", () => {
  it("shows the best with scores and bases, and never ranks scores that cannot be compared", () => {
    const review = { basis: "review", comparable: "review" } as const;
    const view = viewOf([
      { score: 0.1 },
      { score: 9, evaluation: review },
      { score: 0.3 },
      { score: 8, evaluation: review },
    ]);
    const text = textOf(bestSoFar(options(view)));
    expect(text).toMatch(
      /\(rehearsal\/full-training\):\nexperiment_3.*0\.3.*experiment_1.*0\.1.*\(review\):\nexperiment_2.*score 9 \(review.*experiment_4/s,
    );
    expect(text.match(/higher is better/g)).toHaveLength(2);
  });

  it("marks scores that are hard to believe", () => {
    const view = viewOf([{ score: 1, evaluation: { suspicious: "perfect" } }], { lowerIsBetter: true });
    expect(textOf(bestSoFar(options(view)))).toMatch(/lower is better.*hard to believe: perfect/s);
  });

  it("shows recent experiments once, latest first", () => {
    const text = textOf(recent({ ...options(viewOf([{ score: 1 }, {}, { score: 2 }])), shown: ["experiment_3"] }));
    expect(text).toMatch(/experiment_2 .*failed: The program failed with exit code 1.*experiment_1/s);
    expect(text).not.toContain("experiment_3");
  });

  it("follows the lineage, and knows what else was tried from the same start", () => {
    const child = (parent: number) => ({ operator: "improve" as const, parents: [`experiment_${parent}`], score: 1 });
    const view = viewOf([{ score: 1 }, child(1), child(2), child(2)]);
    const last = view.experiment("experiment_4");
    expect(textOf(lineage(options(view), last))).toMatch(/^experiment_2 .*\n.*\n?experiment_1 /);
    expect(textOf(siblings(options(view), last))).toMatch(/^experiment_3 /);
  });

  it("lists failures with the end of what was printed", () => {
    const excerpt = `${"noise\n".repeat(50)}KeyError: 'target'`;
    const view = viewOf([
      { run: { excerpt } },
      { run: { end: "time", seconds: 61 } },
      { invalid: "too few rows", run: { end: "finished" } },
    ]);
    const text = textOf(errors(options(view)));
    expect(text).toContain("KeyError: 'target'");
    expect(text).toContain("ran out of time after 1 min 1 s");
    expect(text).toContain("invalid: too few rows");
    expect(text.match(/noise/g)!.length).toBeLessThan(10);
  });

  it("keeps within its tokens, and says what it left out", () => {
    const view = viewOf(Array.from({ length: 30 }, () => ({ score: 1, summary: "long ".repeat(2000) })));
    for (const tokens of [0, 50, 300, 1000]) {
      const text = textOf(bestSoFar(options(view, tokens)));
      expect(estimateTokens(text)).toBeLessThanOrEqual(tokens);
    }
    expect(textOf(bestSoFar(options(view, 500)))).toContain("more left out");
  });

  it("does not see experiments of the step itself", () => {
    const view = viewOf([{ score: 1 }, { score: 2 }, { step: 2 }]);
    expect(textOf(bestSoFar({ ...options(view), before: 2 }))).not.toContain("experiment_2");
    expect(errors({ ...options(view), before: 2 })).toEqual([]);
  });

  it("cuts between characters", () => {
    const cut = cutToTokens("🙂".repeat(1000), 100);
    expect(estimateTokens(cut)).toBeLessThanOrEqual(100);
    expect(cut).not.toContain("\uFFFD");
    expect(cutToTokens("short", 10)).toBe("short");
  });
});
