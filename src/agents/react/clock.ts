import type { AgentLimits } from "../../contracts/agent.ts";

/** A run's time, as its agent sees it. */
export class Clock {
  readonly #started = performance.now();
  readonly #limitMs: number;
  readonly #isWorkingTime: boolean;
  #waitedMs = 0;

  constructor({ wallClockMs, workingTime = false }: Pick<AgentLimits, "wallClockMs" | "workingTime">) {
    this.#limitMs = wallClockMs;
    this.#isWorkingTime = workingTime;
  }

  get leftMs(): number {
    return Math.max(0, this.#limitMs - (performance.now() - this.#started - this.#waitedMs));
  }

  /** Some of the time was spent waiting for the model's provider. */
  waited(ms: number): void {
    if (this.#isWorkingTime) this.#waitedMs += ms;
  }

  /** The time for one command: what is asked for, unless it would leave no time to submit. */
  commandMs(askedMs: number): number {
    const reserveMs = Math.min(60_000, this.#limitMs / 20);
    return Math.max(1000, Math.min(askedMs, this.leftMs - reserveMs));
  }
}
