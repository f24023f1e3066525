import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ModelAnswer, ModelRequest } from "../../contracts/model.ts";
import { UsageError } from "../../lib/errors.ts";
import { readJournal } from "../../lib/journal/read-journal.ts";
import { recordedRequest } from "../calls/recorded-request.ts";
import { hashOfBody } from "../ledger/body-parts.ts";
import type { CallRecord } from "../ledger/call-record.ts";
import { ledgerFiles } from "../ledger/ledger-files.ts";
import { Bodies } from "../ledger/read-bodies.ts";
import { protocols } from "../protocols/index.ts";

/** The answered calls of a run, by what was asked. */
export class RecordedCalls {
  readonly #bodies: Bodies;
  readonly #calls = new Map<string, CallRecord[]>();

  /** @throws UsageError when the folder is not that of a run with calls. */
  constructor(folder: string) {
    const file = join(folder, ledgerFiles.calls);
    if (!existsSync(file)) {
      throw new UsageError(
        `There are no recorded calls in ${folder}: expected the folder of a run that called models, with ${ledgerFiles.calls}.`,
      );
    }
    this.#bodies = new Bodies(join(folder, ledgerFiles.bodies));
    for (const call of readJournal<CallRecord>(file)) {
      if (call.failure !== null || call.answer === null || call.repeats !== undefined) continue;
      const hash = this.#requestHash(call);
      if (hash !== null) this.#calls.set(hash, [...(this.#calls.get(hash) ?? []), call]);
    }
  }

  /** The next answer to an equal request; the last one again and again. Null when there is none. */
  answer(request: ModelRequest): ModelAnswer | null {
    const calls = this.#calls.get(hashOfBody(recordedRequest(request))) ?? [];
    const call = calls.length > 1 ? calls.shift() : calls[0];
    if (call === undefined) return null;
    const body = this.#bodies.get(call.answer!);
    return call.protocol === "in-process" ? (body as ModelAnswer) : (protocolOf(call)?.readAnswer(body) ?? null);
  }

  /** Requests of programs are compared in our own terms. */
  #requestHash(call: CallRecord): string | null {
    if (call.protocol === "in-process") return call.request;
    const conversation = protocolOf(call)?.conversation;
    return conversation ? hashOfBody(recordedRequest(conversation.readRequest(this.#bodies.get(call.request)))) : null;
  }
}

function protocolOf({ protocol }: CallRecord) {
  return protocols.find(({ name }) => name === protocol);
}
