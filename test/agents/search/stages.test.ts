import { describe, expect, it } from "vitest";
import { z } from "zod";
import { stageAt } from "../../../src/agents/search/stages/stage-at.ts";
import { stageRules } from "../../../src/agents/search/stages/stage-rule.ts";
import { singleStage, stagesWith, stageThresholds } from "../../../src/agents/search/stages/stages.ts";

const rules = stagesWith(z.object(stageThresholds).parse({}));
const limits = { debugSeconds: 60, runSeconds: 600 };
const at = (used: number, gb: number) => stageAt({ used }, { rules, dataBytes: gb * 1e9, ...limits });

describe("stages", () => {
  it("follow the share of the budget that is used", () => {
    expect([0, 0.34, 0.35, 0.79, 0.8, 1].map((used) => at(used, 31).name)).toEqual([
      "mini-training",
      "mini-training",
      "full-training",
      "full-training",
      "final-ensembling",
      "final-ensembling",
    ]);
  });

  it("begin with a sample only where the data is large", () => {
    expect(at(0, 30).name).toBe("full-training");
    expect(at(0, 31)).toMatchObject({ name: "mini-training", sampleFraction: 0.1 });
    expect(at(0, 400).sampleFraction).toBe(0.025);
    expect(at(0.5, 400).sampleFraction).toBe(1);
  });

  it("allow ensembles only at the end", () => {
    expect([0, 0.5, 0.9].map((used) => at(used, 31).operators.includes("ensemble"))).toEqual([false, false, true]);
  });

  it("change limits where they say so", () => {
    const own = stageRules.parse([
      { name: "quick", until: 0.5, run_seconds: 10, operators: ["draft"] },
      { name: "slow", operators: ["improve"] },
    ]);
    const options = { rules: own, dataBytes: 0, ...limits };
    expect(stageAt({ used: 0 }, options)).toMatchObject({ name: "quick", debugSeconds: 60, runSeconds: 10 });
    expect(stageAt({ used: 0.5 }, options)).toMatchObject({ name: "slow", debugSeconds: 60, runSeconds: 600 });
  });

  it("need one that always holds, and different names", () => {
    expect(stageRules.safeParse([{ name: "a", until: 0.5, operators: ["draft"] }]).success).toBe(false);
    const twice = [
      { name: "a", operators: ["draft"] },
      { name: "a", operators: ["draft"] },
    ];
    expect(stageRules.safeParse(twice).success).toBe(false);
    expect(singleStage).toHaveLength(1);
  });
});
