import type { ModelUsage } from "../../contracts/model.ts";
import { pause } from "../../lib/pause.ts";
import type { CallRecord } from "../ledger/call-record.ts";
import type { KeptBody, Ledger } from "../ledger/ledger.ts";
import type { PriceOf } from "../prices/price-of.ts";
import { isFree } from "../protocols/protocol-name.ts";
import { unknownUsage } from "../unknown-usage.ts";
import type { CallAnswer, CallBill, CallFailure, CallStart, OpenCall, TryFailure } from "./call-door.ts";
import type { Connection, Connections, TryOutcome } from "./connections.ts";
import { completeUsage, estimateTokens } from "./estimate-usage.ts";
import type { Reservation } from "./reserve.ts";
import { nextPause, type Patience } from "./retries.ts";
import { addSpending, nothingSpent, type Spending } from "./spending.ts";
import { StallGuard } from "./stall-guard.ts";
import type { WaitingClock } from "./waiting-clock.ts";

/** What the door hands to a call that it has admitted. */
interface CallPlace {
  readonly number: number;
  readonly ledger: Ledger;
  readonly priceOf: PriceOf;
  readonly patience: Patience;
  readonly connections: Pick<Connections, "acquire">;
  readonly connection: Connection;
  readonly reservation: Reservation;
  readonly waiting: WaitingClock;
  /** As many as it may have, or as is usual. */
  readonly outputTokens: number;
  /** When the call was asked for, by `performance.now()`. */
  readonly started: number;
  readonly onFailure: (error: unknown) => void;
}

type Outcome = Pick<CallRecord, "answeredBy" | "finishReason" | "failure" | "bytes"> & {
  readonly answer: string | null;
};

const hostEnded: Outcome = {
  answeredBy: null,
  finishReason: null,
  failure: { status: null, message: "The host ended before the call did." },
  answer: null,
};

/** A call that was admitted: see `OpenCall`. */
export class PendingCall implements OpenCall {
  readonly number: number;
  readonly #call: CallStart;
  readonly #place: CallPlace;
  readonly #startedAt: string;
  readonly #request: KeptBody;
  readonly #retries: CallRecord["retries"] = [];
  /** On tries that broke off. */
  #lost = nothingSpent;
  #connection: Connection | null;
  #guard: StallGuard;
  #tryStarted = performance.now();
  #pausedMs = 0;
  #isOver = false;

  /** @throws BenchError when it cannot be recorded that the call is under way: then it must not be made. */
  constructor(call: CallStart, place: CallPlace) {
    this.number = place.number;
    this.#call = call;
    this.#place = place;
    this.#connection = place.connection;
    this.#startedAt = new Date(Date.now() - (performance.now() - place.started)).toISOString();
    this.#request = place.ledger.keep(call.request);
    this.#noteTry();
    this.#guard = new StallGuard(place.patience.stallMs, call.signal);
  }

  get signal(): AbortSignal {
    return this.#guard.signal;
  }

  heard(): void {
    this.#guard.heard();
  }

  async retry(failure: TryFailure): Promise<boolean> {
    const { waiting, patience, reservation } = this.#place;
    const { status, message, usage, body } = failure;
    this.#release(status === 429 ? "limited" : "failed");
    const pauseMs = nextPause(failure, this.#retries.length, this.#pausedMs, patience);
    const signal = this.#call.signal ?? new AbortController().signal;
    if (pauseMs === null || signal.aborted || reservation.isUsedUp) return false;
    const spent = this.#spending(usage, JSON.stringify(body)?.length ?? 0);
    this.#retries.push({ status, message, ...(usage === undefined ? {} : { usage: spent.usage }) });
    this.#lose(spent);
    this.#pausedMs += pauseMs;
    return await waiting.during(this.#tryAgain(pauseMs, signal));
  }

  /** What a failed try has used counts at once: the next one may take long. */
  #lose(spent: Spending): void {
    this.#lost = addSpending(this.#lost, spent);
    this.#place.reservation.use({ ...amountsOf(spent), calls: 0 });
    this.#orReport(() => this.#noteOpen(this.#lost));
  }

  async #tryAgain(pauseMs: number, signal: AbortSignal): Promise<boolean> {
    if (!(await pause(pauseMs, signal))) return false;
    const { connections, patience } = this.#place;
    this.#connection = await connections.acquire(this.#call.name.provider, signal).catch(() => null);
    if (this.#connection === null) return false;
    this.#orReport(() => this.#noteTry());
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
    this.#end(status === 429 ? "limited" : "failed", usage, body, outcome);
  }

  #end(how: TryOutcome, usage: ModelUsage | undefined, body: unknown, outcome: Omit<Outcome, "answer">): CallBill {
    if (this.#isOver) throw new Error(`The call ${this.number} has ended before.`);
    this.#isOver = true;
    const durationMs = Math.round(performance.now() - this.#tryStarted);
    this.#release(how);
    const { ledger, reservation } = this.#place;
    let spent = this.#spending(usage, 0);
    this.#orReport(() => {
      const answer = body === undefined ? null : ledger.keep(body);
      spent = this.#spending(usage, answer?.bytes ?? 0);
      const total = addSpending(this.#lost, spent);
      ledger.append(this.#record(total, { ...outcome, answer: answer?.hash ?? null }, durationMs));
    });
    // What could not be recorded is spent all the same.
    reservation.settle({ ...amountsOf(spent), calls: 1 });
    const { cost } = addSpending(this.#lost, spent);
    return { cost, waitedMs: this.#tryStarted - this.#place.started };
  }

  /** Nothing when no usage is given: the provider had not begun to answer. */
  #spending(usage: ModelUsage | undefined, answerBytes: number): Spending {
    if (usage === undefined || isFree(this.#call.protocol)) return nothingSpent;
    const completed = completeUsage(usage, this.#request.bytes, answerBytes);
    return { ...completed, cost: this.#place.priceOf(this.#call.name, completed.usage) };
  }

  /** If the host is killed during this try, it counts as one that is answered as long as it may be. */
  #noteTry(): void {
    if (isFree(this.#call.protocol)) return;
    const usage = {
      ...unknownUsage,
      inputTokens: estimateTokens(this.#request.bytes),
      outputTokens: this.#place.outputTokens,
    };
    const cost = this.#place.priceOf(this.#call.name, usage);
    this.#noteOpen(addSpending(this.#lost, { usage, estimated: true, cost }));
  }

  #noteOpen(spent: Spending): void {
    this.#place.ledger.noteOpen(this.#record(spent, hostEnded, 0));
  }

  #record(spent: Spending, outcome: Outcome, durationMs: number): Omit<CallRecord, "type"> {
    const { name, role, session, protocol } = this.#call;
    return {
      number: this.number,
      startedAt: this.#startedAt,
      role,
      ...(session ? { session } : {}),
      model: `${name.provider}/${name.model}`,
      protocol,
      ...spent,
      durationMs,
      waitingMs: Math.round(this.#tryStarted - this.#place.started),
      retries: this.#retries,
      ...outcome,
      request: this.#request.hash,
    };
  }

  #orReport(record: () => void): void {
    try {
      record();
    } catch (error) {
      this.#place.onFailure(error);
    }
  }

  #release(how: TryOutcome): void {
    this.#guard.stop();
    this.#connection?.release(how);
    this.#connection = null;
  }
}

function amountsOf({ usage, cost }: Spending) {
  const { inputTokens, outputTokens } = usage;
  return { cost: cost ?? 0, budget: cost ?? 0, tokens: (inputTokens ?? 0) + (outputTokens ?? 0) };
}
