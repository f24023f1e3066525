import { describe, expect, it } from "vitest";
import { z } from "zod";
import { policies, policySettings } from "../../../../src/agents/search/policies/index.ts";
import { momentOf, viewOf } from "./story.ts";

const defaults = z.strictObject(policySettings).parse({});

describe("every policy", () => {
  it.each(Object.entries(policies))("%s begins with a draft", async (_, policy) => {
    const decision = await policy(defaults).next(momentOf(viewOf([])));
    expect(decision.actions.map(({ operator }) => operator)).toEqual(["draft"]);
  });

  it.each(Object.entries(policies))("%s stops where the stage allows nothing", async (_, policy) => {
    const moment = momentOf(viewOf([{ score: 1 }]));
    const decision = await policy(defaults).next({ ...moment, stage: { ...moment.stage, operators: [] } });
    expect(decision.actions).toEqual([]);
  });

  it("describes its settings", () => {
    for (const setting of Object.values(policySettings)) expect(setting.description).toBeTruthy();
  });
});
