import { expect, test } from "vitest";
import { LimitReached } from "../../../src/models/calls/limit-reached.ts";

test("a limit that is used up says which one, what was allowed and what was used", () => {
  const cost = new LimitReached("cost", 1.23456, 1);
  expect(cost).toMatchObject({ code: "limit-reached", limit: "cost", used: 1.23456, allowed: 1 });
  expect(cost.message).toBe("The run has used up its cost limit of $1.00 ($1.2346 spent).");
  expect(new LimitReached("tokens", 12_345, 10_000).message).toContain("10,000 tokens (12,345 used)");
  expect(new LimitReached("budget", 20.01, 20).message).toContain(
    "The run group has used up its budget of $20.00 ($20.01 spent)",
  );
  expect(new LimitReached("messages", 30, 30).message).toContain("30 messages");
  expect(new LimitReached("calls", 5, 5).message).toContain("5 model calls");
});
