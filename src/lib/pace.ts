import { setImmediate as nextTurn } from "node:timers/promises";

const longestMs = 10;

/** Divides much synchronous work into short pieces, so that this process can do other things in between. */
export class Pace {
  readonly #signal: AbortSignal | undefined;
  #last = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  get signal(): AbortSignal | undefined {
    return this.#signal;
  }

  /** To be called between pieces. Rejects when the signal is aborted. */
  async next(): Promise<void> {
    if (performance.now() - this.#last > longestMs) {
      await nextTurn();
      this.#last = performance.now();
    }
    this.#signal?.throwIfAborted();
  }
}
