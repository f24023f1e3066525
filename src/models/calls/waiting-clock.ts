/** How long at least one of a run's calls has been waiting: for a connection, for room in a limit, or to be tried again. */
export class WaitingClock {
  #waiting = 0;
  #since = 0;
  #total: number;

  constructor(earlierMs = 0) {
    this.#total = earlierMs;
  }

  /** Counts while something is waited for. Returns its result. */
  async during<T>(wait: Promise<T>): Promise<T> {
    if (this.#waiting === 0) this.#since = performance.now();
    this.#waiting += 1;
    try {
      return await wait;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#total += performance.now() - this.#since;
    }
  }

  get totalMs(): number {
    return this.#total + (this.#waiting === 0 ? 0 : performance.now() - this.#since);
  }
}
