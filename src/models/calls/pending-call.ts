import type { ModelUsage } from "../../contracts/model.ts";
import { pause } from "../../lib/pause.ts";
import type { CallRecord } from "../ledger/call-record.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { PriceOf } from "../prices/price-of.ts";
import type { CallAnswer, CallBill, CallFailure, CallStart, OpenCall, TryFailure } from "./call-door.ts";
import type { Connection, Connections, TryOutcome } from "./connections.ts";
import { completeUsage, nothingUsed } from "./estimate-usage.ts";
import type { Reservation } from "./reserve.ts";
import { nextPause, type Patience } from "./retries.ts";
import { StallGuard } from "./stall-guard.ts";
import type { WaitingClock } from "./waiting-clock.ts";

/** What the door hands to a call that it has admitted. */
interface CallPlace {
  readonly number: number;
  readonly ledger: Ledger;
  readonly priceOf: PriceOf;
  readonly patience: Patience;
  readonly connections: Connections;
  readonly connection: Connection;
  readonly reservation: Reservation;
  readonly waiting: WaitingClock;
  /** When the call was asked for, by `performance.now()`. */
  readonly started: number;
  readonly onFailure: (error: unknown) => void;
}

type Outcome = Pick<CallRecord, "answeredBy" | "finishReason" | "failure" | "bytes">;

/** A call that was admitted: see `OpenCall`. */
export class PendingCall implements OpenCall {
  readonly number: number;
  readonly #call: CallStart;
  readonly #place: CallPlace;
  readonly #startedAt: string;
  readonly #retries: { readonly status: number | null; readonly message: string }[] = [];
  #connection: Connection | null;
  #guard: StallGuard;
  #tryStarted = performance.now();
  #pausedMs = 0;
  #isOver = false;

  constructor(call: CallStart, place: CallPlace) {
    this.number = place.number;
    this.#call = call;
    this.#place = place;
    this.#connection = place.connection;
    this.#startedAt = new Date(Date.now() - (performance.now() - place.started)).toISOString();
    this.#guard = new StallGuard(place.patience.stallMs, call.signal);
  }

  get signal(): AbortSignal {
    return this.#guard.signal;
  }

  heard(): void {
    this.#guard.heard();
  }

  async retry(failure: TryFailure): Promise<boolean> {
    const { waiting, patience } = this.#place;
    this.#release(failure.status === 429 ? "limited" : "failed");
    const pauseMs = nextPause(failure, this.#retries.length, this.#pausedMs, patience);
    const signal = this.#call.signal ?? new AbortController().signal;
    if (pauseMs === null || signal.aborted) return false;
    this.#retries.push({ status: failure.status, message: failure.message });
    this.#pausedMs += pauseMs;
    return await waiting.during(this.#tryAgain(pauseMs, signal));
  }

  async #tryAgain(pauseMs: number, signal: AbortSignal): Promise<boolean> {
    if (!(await pause(pauseMs, signal))) return false;
    const { connections, patience } = this.#place;
    this.#connection = await connections.acquire(this.#call.name.provider, signal).catch(() => null);
    if (this.#connection === null) return false;
    this.#guard = new StallGuard(patience.stallMs, this.#call.signal);
    this.#tryStarted = performance.now();
    return true;
  }

  finished({ body, bytes, usage, finishReason, answeredBy }: CallAnswer): CallBill {
    const outcome = { answeredBy, finishReason, failure: null, ...(bytes === undefined ? {} : { bytes }) };
    return this.#end("answered", usage, body, outcome);
  }

  failed({ status, message, body, usage }: CallFailure): void {
    const outcome = { answeredBy: null, finishReason: null, failure: { status, message } };
    this.#end(status === 429 ? "limited" : "failed", usage ?? null, body, outcome);
  }

  #end(how: TryOutcome, reported: ModelUsage | null, body: unknown, outcome: Outcome): CallBill {
    if (this.#isOver) throw new Error(`The call ${this.number} has ended before.`);
    this.#isOver = true;
    const ended = performance.now();
    this.#release(how);
    const { ledger, priceOf, reservation, onFailure, started } = this.#place;
    const { name, role, protocol } = this.#call;
    let spent = { usage: reported ?? nothingUsed, estimated: false };
    try {
      const request = ledger.keep(this.#call.request);
      const answer = body === undefined ? null : ledger.keep(body);
      if (reported !== null) spent = completeUsage(reported, request.bytes, answer?.bytes ?? 0);
      ledger.append({
        number: this.number,
        startedAt: this.#startedAt,
        role,
        model: `${name.provider}/${name.model}`,
        protocol,
        ...spent,
        cost: reported === null ? 0 : priceOf(name, spent.usage),
        durationMs: Math.round(ended - this.#tryStarted),
        waitingMs: Math.round(this.#tryStarted - started),
        retries: this.#retries,
        ...outcome,
        request: request.hash,
        answer: answer?.hash ?? null,
      });
    } catch (error) {
      onFailure(error);
    }
    // What could not be recorded is spent all the same.
    const { inputTokens, outputTokens } = spent.usage;
    const price = priceOf(name, spent.usage);
    const cost = price ?? 0;
    reservation.settle({ cost, budget: cost, tokens: (inputTokens ?? 0) + (outputTokens ?? 0), calls: 1 });
    return { cost: price, waitedMs: this.#tryStarted - started };
  }

  #release(how: TryOutcome): void {
    this.#guard.stop();
    this.#connection?.release(how);
    this.#connection = null;
  }
}
