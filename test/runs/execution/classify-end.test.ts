import { expect, test } from "vitest";
import { classifyEnd } from "../../../src/runs/execution/classify-end.ts";

const killed = { exitCode: 137, timedOut: false, cancelled: false, exceeded: null };
const limits = { wallClockMs: 1000 };

test("an agent that ends with SIGKILL or 137 has failed, unless the host ran out of memory", () => {
  expect(classifyEnd(killed, null, limits, false).end).toBe("agent-error");
  expect(classifyEnd(killed, null, limits, true).end).toBe("infrastructure-error");
});

test("an agent that says which limit it has used up ends at that limit, however it exited", () => {
  for (const exitCode of [0, 1]) {
    const end = { exitCode, timedOut: false, cancelled: false, exceeded: null, limit: "Its time is up." };
    expect(classifyEnd(end, null, limits, false)).toEqual({ end: "limit", reason: "Its time is up." });
  }
  const stopped = { exitCode: null, timedOut: false, cancelled: true, exceeded: null, limit: "Its time is up." };
  expect(classifyEnd(stopped, "stopped", limits, false).end).toBe("cancelled");
});
