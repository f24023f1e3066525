import type { CallRecord } from "../../src/models/ledger/call-record.ts";

/** An answered call, as a ledger records it. */
export const aCall: Omit<CallRecord, "type"> = {
  number: 1,
  startedAt: "2026-01-01T00:00:00.000Z",
  role: null,
  model: "scripted/test.yaml",
  answeredBy: "test",
  protocol: "in-process",
  usage: { inputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: null, outputTokens: 5, reasoningTokens: null },
  estimated: false,
  cost: 0.001,
  durationMs: 100,
  waitingMs: 0,
  retries: [],
  finishReason: "stop",
  failure: null,
  request: "0".repeat(64),
  answer: null,
};
