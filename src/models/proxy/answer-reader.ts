import { createHash } from "node:crypto";
import type { ModelUsage } from "../../contracts/model.ts";
import type { CallAnswer } from "../calls/call-door.ts";
import { errorIn } from "../protocols/event-assembler.ts";
import { asRecord, parseLoosely } from "../protocols/loose-json.ts";
import type { Protocol, StreamAssembler } from "../protocols/protocol.ts";

/** An answer longer than this is passed on but not kept. */
const longestAnswer = 32 * 2 ** 20;

/** What an answer turned out to be, or why it is none. */
export type ReadAnswer =
  | { readonly answer: CallAnswer }
  | { readonly failure: string; readonly body: unknown; readonly usage: ModelUsage };

interface AnswerContent {
  readonly body: unknown;
  /** What the provider itself reports. */
  readonly error: string | null;
  /** What is wrong with the bytes. */
  readonly problem: string | null;
}

/** Reads an answer while its bytes pass. */
export class AnswerReader {
  readonly #protocol: Protocol;
  readonly #hash = createHash("sha256");
  readonly #assembler: StreamAssembler | null;
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(protocol: Protocol, isStream: boolean) {
    this.#protocol = protocol;
    this.#assembler = isStream ? protocol.assemble() : null;
  }

  push(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.#length += chunk.length;
    if (this.#assembler !== null) this.#assembler.push(chunk);
    else if (this.#length <= longestAnswer) this.#chunks.push(chunk);
    else this.#chunks = [];
  }

  /** `cut`: why the answer broke off, if it did. */
  end(cut: string | null): ReadAnswer {
    const { body, error, problem } = this.#assembler === null ? this.#whole() : this.#assembled(this.#assembler);
    const { usage, finishReason, answeredBy } = this.#protocol.readAnswer(body);
    const failure = error ?? cut ?? problem;
    if (failure !== null) return { failure, body, usage };
    const bytes = { sha256: this.#hash.digest("hex"), length: this.#length };
    return { answer: { body, bytes, usage, finishReason, answeredBy } };
  }

  #assembled(assembler: StreamAssembler): AnswerContent {
    const { body, isComplete, error } = assembler.end();
    return { body, error, problem: isComplete ? null : "The provider's stream ended before the answer did." };
  }

  #whole(): AnswerContent {
    if (this.#length > longestAnswer) {
      return {
        body: null,
        error: null,
        problem: `The provider's answer has ${this.#length} bytes, too many to be read.`,
      };
    }
    const text = Buffer.concat(this.#chunks).toString("utf8");
    const body = parseLoosely(text);
    if (body !== undefined) return { body, error: errorIn(asRecord(body)), problem: null };
    return { body: text.slice(0, 2000), error: null, problem: "The provider's answer is not JSON." };
  }
}
