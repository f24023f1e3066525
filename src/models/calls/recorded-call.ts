import type { CallRecord } from "../ledger/call-record.ts";
import { unknownUsage } from "../unknown-usage.ts";
import type { CallStart, OpenCall } from "./call-door.ts";
import type { RecordedAnswer } from "./recorded-answers.ts";

/** A call that needs no provider. */
export function recordedCall({ call: { number, cost }, body }: RecordedAnswer): OpenCall {
  const nothing = (): void => undefined;
  const { signal } = new AbortController();
  return {
    number,
    recorded: { body, cost },
    signal,
    heard: nothing,
    retry: async () => false,
    finished: () => ({ cost, waitedMs: 0 }),
    failed: nothing,
  };
}

/** What a ledger says of an answer that a program got again: it has used nothing. */
export function repeatedRecord(
  { role, session }: CallStart,
  { call }: RecordedAnswer,
  kept: Pick<CallRecord, "number" | "request" | "answer">,
): Omit<CallRecord, "type"> {
  const { model, answeredBy, protocol, finishReason } = call;
  return {
    ...kept,
    startedAt: new Date().toISOString(),
    role,
    ...(session ? { session } : {}),
    model,
    answeredBy,
    protocol,
    usage: { ...unknownUsage, inputTokens: 0, outputTokens: 0 },
    estimated: false,
    cost: 0,
    durationMs: 0,
    waitingMs: 0,
    retries: [],
    finishReason,
    failure: null,
    repeats: call.number,
  };
}
