import type { CodingWork } from "../parts.ts";

/** Timers take no more. */
const longestMs = 2 ** 31 - 1;

/** The time of one coder's work. */
export class TimeLimit {
  readonly #end: AbortSignal;
  readonly #over = new AbortController();
  readonly #timer: NodeJS.Timeout;
  /** Aborted when the time is up, and when the run must end. */
  readonly signal: AbortSignal;

  constructor({ signal, timeoutMs }: Pick<CodingWork, "signal" | "timeoutMs">) {
    this.#end = signal;
    this.#timer = setTimeout(() => this.#over.abort(), Math.min(timeoutMs, longestMs));
    this.signal = AbortSignal.any([signal, this.#over.signal]);
  }

  /** Null when the time is up before the work is done. Rejects when the run must end. */
  async within<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      this.#end.throwIfAborted();
      if (this.#over.signal.aborted) return null;
      throw error;
    } finally {
      clearTimeout(this.#timer);
    }
  }
}
