import { type CallLimit, LimitReached } from "./limit-reached.ts";

/** Limits that calls share. The others are checked for each call. */
type AllowedAmount = Exclude<CallLimit, "messages" | "record">;

/**
 * An amount that calls may use, such as dollars. A call reserves what it is likely to use and settles the truth afterwards.
 * A reservation that does not fit beside the open ones waits for them, so calls at the same time do not overrun the amount
 * together; one that is alone is always admitted while something is left.
 */
export class Allowance {
  readonly limit: AllowedAmount;
  readonly allowed: number;
  #used: number;
  #reserved = 0;
  #open = 0;
  #waiting: (() => void)[] = [];

  constructor(limit: AllowedAmount, allowed: number, used = 0) {
    this.limit = limit;
    this.allowed = allowed;
    this.#used = used;
  }

  get used(): number {
    return this.#used;
  }

  get isUsedUp(): boolean {
    return this.#used >= this.allowed;
  }

  /** @throws LimitReached when nothing is left. */
  fits(amount: number): boolean {
    if (this.isUsedUp) throw new LimitReached(this.limit, this.#used, this.allowed);
    return this.#open === 0 || this.#used + this.#reserved + amount <= this.allowed;
  }

  reserve(amount: number): void {
    this.#open += 1;
    this.#reserved += amount;
  }

  /** Counts what an open call has used already. */
  use(amount: number): void {
    this.#used += amount;
  }

  /** Replaces a reservation by what was used. */
  settle(reserved: number, used: number): void {
    this.#open -= 1;
    // Sums of fractions must not leave a rest.
    this.#reserved = this.#open === 0 ? 0 : this.#reserved - reserved;
    this.#used += used;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }

  /** Resolves when a reservation is settled, or the signal is aborted. */
  changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const resume = (): void => {
        signal.removeEventListener("abort", resume);
        resolve();
      };
      this.#waiting.push(resume);
      signal.addEventListener("abort", resume);
    });
  }
}
