import { BenchError } from "../../lib/errors.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { PriceOf } from "../prices/price-of.ts";
import { isFree } from "../protocols/protocol-name.ts";
import type { Allowance } from "./allowance.ts";
import type { CallDoor, CallStart, OpenCall } from "./call-door.ts";
import type { Connection, Connections } from "./connections.ts";
import { countMessages } from "./count-messages.ts";
import { estimateTokens } from "./estimate-usage.ts";
import { LimitReached } from "./limit-reached.ts";
import { PendingCall } from "./pending-call.ts";
import { type RecordedAnswer, RecordedAnswers } from "./recorded-answers.ts";
import { recordedCall, repeatedRecord } from "./recorded-call.ts";
import { type CallAmounts, reserve } from "./reserve.ts";
import { type Patience, usualPatience } from "./retries.ts";
import { WaitingClock } from "./waiting-clock.ts";

/** What the door of one run is made of. */
export interface DoorOptions {
  readonly ledger: Ledger;
  readonly priceOf: PriceOf;
  /** Limits on cost, tokens and calls: the run's own, and the group's budget. */
  readonly allowances: readonly Allowance[];
  /** Most messages of a conversation. */
  readonly maxMessages?: number;
  /** Most bytes of requests and answers that are recorded: what a provider refuses costs nothing, but is kept. */
  readonly maxRecordBytes?: number;
  readonly connections: Pick<Connections, "acquire">;
  /** Calls whose answers the agent has taken over before its host was interrupted. */
  readonly taken?: ReadonlySet<number>;
  /** Called once, with the first limit that is used up. From then on every call is refused. */
  readonly onLimit?: (reached: LimitReached) => void;
  /** Learns of a call that could not be recorded: a failure of the harness. */
  readonly onFailure: (error: unknown) => void;
  readonly patience?: Patience;
}

/** What is assumed of a call that does not limit its output. */
const usualOutputTokens = 4096;

/** The door of one run: see `CallDoor`. */
export class RunDoor implements CallDoor {
  readonly waiting = new WaitingClock();
  readonly #options: DoorOptions;
  readonly #recorded: RecordedAnswers;
  #reached: LimitReached | null = null;
  #next: number;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.#recorded = new RecordedAnswers(options.ledger, options.taken ?? null);
    this.#next = Math.max(0, ...options.ledger.earlier.map(({ number }) => number)) + 1;
  }

  async begin(call: CallStart): Promise<OpenCall> {
    const recorded = this.#recorded.take(call);
    if (recorded !== null) return this.#repeat(call, recorded);
    try {
      return await this.#admit(call);
    } catch (error) {
      if (error instanceof LimitReached && this.#reached === null) {
        this.#reached = error;
        this.#options.onLimit?.(error);
      }
      throw error;
    }
  }

  /** The record says what programs were answered; an agent on the host names the first call itself. */
  #repeat(call: CallStart, recorded: RecordedAnswer): OpenCall {
    const { ledger, onFailure } = this.#options;
    try {
      if (call.session !== undefined) {
        const [request, answer] = [ledger.keep(call.request).hash, ledger.keep(recorded.body).hash];
        ledger.append(repeatedRecord(call, recorded, { number: this.#next++, request, answer }));
      }
    } catch (error) {
      onFailure(error);
    }
    return recordedCall(recorded);
  }

  async #admit(call: CallStart): Promise<OpenCall> {
    if (this.#reached !== null) throw this.#reached;
    const { connections, ledger, maxMessages, maxRecordBytes } = this.#options;
    const allowances = isFree(call.protocol) ? [] : this.#options.allowances;
    if (maxRecordBytes !== undefined && ledger.bytes >= maxRecordBytes) {
      throw new LimitReached("record", ledger.bytes, maxRecordBytes);
    }
    if (maxMessages !== undefined && !isFree(call.protocol)) requireMessages(call.request, maxMessages);
    const started = performance.now();
    const signal = call.signal ?? new AbortController().signal;
    const reservation = await this.waiting.during(reserve(allowances, this.#expected(call, allowances), signal));
    let connection: Connection | null = null;
    try {
      connection = await this.waiting.during(connections.acquire(call.name.provider, signal));
      const { patience = usualPatience, ...options } = this.#options;
      const { maxOutputTokens: outputTokens = usualOutputTokens } = call;
      const place = { number: this.#next++, started, waiting: this.waiting, reservation, connection, outputTokens };
      return new PendingCall(call, { ...options, ...place, patience });
    } catch (error) {
      connection?.release("failed");
      reservation.settle({ cost: 0, budget: 0, tokens: 0, calls: 0 });
      throw error;
    }
  }

  /** What the call uses if it is answered as long as it may be. */
  #expected(
    { name, request, maxOutputTokens = usualOutputTokens }: CallStart,
    allowances: readonly Allowance[],
  ): CallAmounts {
    const { priceOf } = this.#options;
    if (allowances.length === 0) return { cost: 0, budget: 0, tokens: 0, calls: 1 };
    const inputTokens = estimateTokens(request instanceof Uint8Array ? request.length : sizeOf(request));
    const unknown = { cacheReadTokens: null, cacheWriteTokens: null, reasoningTokens: null };
    const cost = priceOf(name, { inputTokens, outputTokens: maxOutputTokens, ...unknown });
    if (cost === null && allowances.some(({ limit }) => limit === "cost" || limit === "budget")) {
      throw new BenchError(
        "unknown-price",
        `The price of ${name.provider}/${name.model} is unknown, and the run has a cost limit. --prices FILE sets prices.`,
      );
    }
    return { cost: cost ?? 0, budget: cost ?? 0, tokens: inputTokens + maxOutputTokens, calls: 1 };
  }
}

function sizeOf(request: unknown): number {
  return JSON.stringify(request)?.length ?? 0;
}

function requireMessages(request: unknown, most: number): void {
  const messages = countMessages(request);
  if (messages >= most) throw new LimitReached("messages", messages, most);
}
