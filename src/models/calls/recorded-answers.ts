import type { CallRecord } from "../ledger/call-record.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { CallStart, OpenCall } from "./call-door.ts";

/** Answers of an interrupted host that its agent has not taken over: each is handed out once, to an equal request. */
export class RecordedAnswers {
  readonly #ledger: Ledger;
  readonly #answers = new Map<string, CallRecord[]>();

  /** @param taken Calls whose answers the agent has; null when it starts from scratch and takes none. */
  constructor(ledger: Ledger, taken: ReadonlySet<number> | null) {
    this.#ledger = ledger;
    if (taken === null) return;
    for (const call of ledger.earlier) {
      if (call.failure !== null || call.answer === null || taken.has(call.number)) continue;
      const key = keyOf(call.protocol, call.model, call.request);
      this.#answers.set(key, [...(this.#answers.get(key) ?? []), call]);
    }
  }

  take({ protocol, name, request }: CallStart): OpenCall | null {
    if (this.#answers.size === 0) return null;
    const key = keyOf(protocol, `${name.provider}/${name.model}`, this.#ledger.hashOf(request));
    const calls = this.#answers.get(key);
    const call = calls?.shift();
    if (calls?.length === 0) this.#answers.delete(key);
    return call === undefined ? null : recordedCall(call, this.#bodyOf(call));
  }

  #bodyOf({ answer }: CallRecord): unknown {
    const bodies = this.#ledger.openBodies();
    try {
      return bodies.get(answer!);
    } finally {
      bodies.close();
    }
  }
}

function keyOf(protocol: string, model: string, request: string): string {
  return `${protocol} ${model} ${request}`;
}

/** A call that needs no provider. */
function recordedCall({ number, cost }: CallRecord, body: unknown): OpenCall {
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
