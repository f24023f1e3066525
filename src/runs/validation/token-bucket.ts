/** Allows calls at a steady rate, and a burst after a pause. */
export class TokenBucket {
  readonly #intervalMs: number;
  readonly #burst: number;
  #tokens: number;
  #filledMs = performance.now();

  constructor(intervalMs: number, burst: number) {
    this.#intervalMs = intervalMs;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** Null when the call is allowed, otherwise the milliseconds until one is. */
  take(): number | null {
    const now = performance.now();
    const grown = this.#intervalMs > 0 ? (now - this.#filledMs) / this.#intervalMs : this.#burst;
    this.#tokens = Math.min(this.#burst, this.#tokens + grown);
    this.#filledMs = now;
    if (this.#tokens < 1) return (1 - this.#tokens) * this.#intervalMs;
    this.#tokens -= 1;
    return null;
  }
}
