import type { ModelUsage } from "../../contracts/model.ts";
import type { ModelName } from "../model-name.ts";
import type { ProtocolName } from "../protocols/protocol-name.ts";

/** The one way to a model: every call of a run, from our own agents and through the proxy, begins here. */
export interface CallDoor {
  /**
   * Waits for a free connection to the provider and reserves the call's likely cost against every limit. A rejected call
   * was not made and must not be.
   *
   * @throws LimitReached when a limit is used up, and the signal's reason when it is aborted.
   */
  begin(call: CallStart): Promise<OpenCall>;
}

/** A call as it is asked for. */
export interface CallStart {
  readonly name: ModelName;
  /** The part of the work it is for; null when the caller does not know. */
  readonly role: string | null;
  /**
   * Of a program, whose calls come through the proxy: the session that it belongs to, null for none. Absent when an agent on the
   * host asks: its events name the calls whose answers it has.
   */
  readonly session?: string | null;
  readonly protocol: CallProtocol;
  /** The parsed JSON body; bytes when it is not JSON. Without keys and headers. */
  readonly request: unknown;
  readonly maxOutputTokens?: number;
  readonly signal?: AbortSignal;
}

/** `in-process`: the request is a `ModelRequest` and the answer a `ModelAnswer`, without their functions and signals. */
export type CallProtocol = ProtocolName | "in-process";

/** A call that may be made now. Exactly one of `finished` and `failed` is called, once, unless it has a `recorded` answer. */
export interface OpenCall {
  /** Counts the calls of a run from 1, across restarts. `ModelAnswer.call` holds it. */
  readonly number: number;
  /**
   * The answer that an interrupted host has already recorded for an equal request, in the shape of the protocol. Use it and
   * call nothing else: it is paid for. Each recorded answer is handed out once.
   */
  readonly recorded?: { readonly body: unknown; readonly cost: number | null };
  /**
   * Aborted when the current try must end: the caller's signal is aborted, or the provider has not sent a byte for too long
   * (`heard`). `retry` renews it.
   */
  readonly signal: AbortSignal;
  /** A piece of the answer has arrived. */
  heard(): void;
  /**
   * Notes a failed try and waits for the next (Retry-After, otherwise growing pauses). False when another try is not worth
   * it: the failure is of another kind, there were too many, or a limit is used up. Then call `failed`, for the last try.
   */
  retry(failure: TryFailure): Promise<boolean>;
  /** Replaces the reservation by what was used and appends the record. */
  finished(answer: CallAnswer): CallBill;
  failed(failure: CallFailure): void;
}

/** What a call took. */
export interface CallBill {
  /** US dollars; null when the price is unknown. */
  readonly cost: number | null;
  /** Before the last try. */
  readonly waitedMs: number;
}

export interface TryFailure {
  /** The HTTP status; null when the connection failed. */
  readonly status: number | null;
  readonly retryAfterMs?: number;
  /** Without keys. */
  readonly message: string;
  /** What was received, and what that has used, if the answer had begun: see `CallFailure`. */
  readonly body?: unknown;
  readonly usage?: ModelUsage;
}

export interface CallAnswer {
  /** The whole answer in the protocol's shape without streaming. */
  readonly body: unknown;
  /** The bytes as they came, if they were passed through. */
  readonly bytes?: { readonly sha256: string; readonly length: number };
  /** What is null is estimated from the sizes of request and answer. */
  readonly usage: ModelUsage;
  readonly finishReason: string;
  /** The model that answered, by the provider's own name for it. */
  readonly answeredBy: string;
}

export interface CallFailure {
  readonly status: number | null;
  readonly message: string;
  /** What was received, if anything. */
  readonly body?: unknown;
  /** Tokens that were used all the same, as in a stream that was cut; what is null is estimated. Absent: nothing was used. */
  readonly usage?: ModelUsage;
}
