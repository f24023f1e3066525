import type { CallRecord } from "../ledger/call-record.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Bodies } from "../ledger/read-bodies.ts";
import type { CallStart } from "./call-door.ts";
import { comparableRequest } from "./comparable-request.ts";

/** An answer that was paid for. */
export interface RecordedAnswer {
  readonly call: CallRecord;
  readonly body: unknown;
}

/**
 * Answers of an interrupted host that its agent has not taken over: each is handed out once, in the order of the record, to an
 * equal request of the same session. Requests of an agent on the host are equal to the letter; those of programs are
 * compared without what varies, because a program that starts over is never quite the same.
 */
export class RecordedAnswers {
  readonly #ledger: Ledger;
  /** By session. */
  readonly #left = new Map<string, CallRecord[]>();
  /** The comparable forms of recorded requests, as hashes. */
  readonly #forms = new Map<CallRecord, string>();

  /** @param taken Calls whose answers the agent has; null when it starts from scratch and takes none. */
  constructor(ledger: Ledger, taken: ReadonlySet<number> | null) {
    this.#ledger = ledger;
    if (taken === null) return;
    for (const call of ledger.earlier) {
      const { number, session = "", failure, answer, repeats } = call;
      if (failure !== null || answer === null || repeats !== undefined || taken.has(number)) continue;
      this.#left.set(session, [...(this.#left.get(session) ?? []), call]);
    }
  }

  take(asked: CallStart): RecordedAnswer | null {
    const session = asked.session ?? "";
    const left = this.#left.get(session) ?? [];
    const call = this.#find(asked, left);
    if (call === undefined) return null;
    this.#left.set(
      session,
      left.filter((other) => other !== call),
    );
    return { call, body: this.#read((bodies) => bodies.get(call.answer!)) };
  }

  #find({ protocol, name, request, session }: CallStart, left: readonly CallRecord[]): CallRecord | undefined {
    const model = `${name.provider}/${name.model}`;
    const alike = left.filter((call) => call.protocol === protocol && call.model === model);
    if (alike.length === 0) return undefined;
    const hash = this.#ledger.hashOf(request);
    const same = alike.find((call) => call.request === hash);
    if (same !== undefined || session === undefined) return same;
    const form = this.#ledger.hashOf(comparableRequest(request));
    this.#readForms(alike.filter((call) => !this.#forms.has(call)));
    return alike.find((call) => this.#forms.get(call) === form);
  }

  #readForms(calls: readonly CallRecord[]): void {
    if (calls.length === 0) return;
    this.#read((bodies) => {
      for (const call of calls) {
        this.#forms.set(call, this.#ledger.hashOf(comparableRequest(bodies.get(call.request))));
      }
    });
  }

  #read<Result>(read: (bodies: Bodies) => Result): Result {
    const bodies = this.#ledger.openBodies();
    try {
      return read(bodies);
    } finally {
      bodies.close();
    }
  }
}
