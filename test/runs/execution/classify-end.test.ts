import { expect, test } from "vitest";
import { classifyEnd } from "../../../src/runs/execution/classify-end.ts";

const killed = { exitCode: 137, timedOut: false, cancelled: false, exceeded: null };
const limits = { wallClockMs: 1000 };

test("an agent that ends with SIGKILL or 137 has failed, unless the host ran out of memory", () => {
  expect(classifyEnd(killed, null, limits, false).end).toBe("agent-error");
  expect(classifyEnd(killed, null, limits, true).end).toBe("infrastructure-error");
});
