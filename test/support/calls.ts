import type { CallRecord } from "../../src/models/ledger/call-record.ts";
import { Ledger } from "../../src/models/ledger/ledger.ts";

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

/** A short conversation in a run's ledger: our own agent asks for a tool, then a program's call fails and is repeated. */
export function recordCalls(runFolder: string): void {
  const ledger = new Ledger(runFolder);
  const append = (number: number, request: unknown, answer: unknown, more: Partial<CallRecord> = {}): void => {
    const hashes = { request: ledger.keep(request).hash, answer: answer === null ? null : ledger.keep(answer).hash };
    ledger.append({ ...aCall, number, ...hashes, ...more });
  };
  const first = { role: "user", text: "Solve it." };
  const toolCalls = [{ id: "call_1", name: "bash", arguments: { command: "ls data" } }];
  append(
    1,
    { messages: [first] },
    { text: "I look first.", toolCalls },
    { role: "coding", finishReason: "tool-calls" },
  );
  const result = { role: "tool", callId: "call_1", text: "train.csv" };
  const messages = [first, { role: "assistant", text: "I look first.", toolCalls }, result];
  append(2, { messages }, { text: "Done.", toolCalls: [] }, { cost: null });
  const chat = { model: "gpt-5-mini", messages: [{ role: "user", content: "A title, please." }] };
  const down = { status: 529, message: "Overloaded" };
  append(3, chat, null, {
    protocol: "openai-chat",
    answeredBy: null,
    finishReason: null,
    failure: down,
    retries: [down],
    cost: 0,
  });
  const message = { role: "assistant", content: "Plants" };
  const answer = { model: "gpt-5-mini-1", choices: [{ message, finish_reason: "stop" }] };
  append(4, chat, answer, { protocol: "openai-chat", waitingMs: 1500 });
  ledger.close();
}
