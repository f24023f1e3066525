import type { AgentLimits, AgentTask, ModelSpending } from "../../contracts/agent.ts";
import { LimitReached } from "../../models/calls/limit-reached.ts";
import { Clock } from "../react/clock.ts";
import type { EventOf } from "./events.ts";
import type { Budget } from "./parts.ts";

/** Of the time, so much is kept for the end. Of a short one it is a larger share: a check takes as long as in any run. */
const reserveShare = 0.05;
const mostReserveMs = 120_000;
const shortReserveShare = 0.2;
const shortReserveMs = 10_000;

/** Why a search ends. */
export type SearchEnd = Omit<EventOf<"finished">, "type">;

export const timeIsUp: SearchEnd = { reason: "Its time is up.", isLimit: true };

export function limitEnd({ message }: LimitReached): SearchEnd {
  return { reason: message, isLimit: true };
}

interface LedgerOptions {
  readonly task: Pick<AgentTask, "limits" | "spent">;
  /** The time of the whole run, which this host may have continued. */
  readonly wallClockMs: number;
  readonly steps: number;
}

/** What the search has used of its run's limits, and what it may still use. */
export class BudgetLedger {
  readonly clock: Clock;
  readonly #limits: AgentLimits;
  readonly #spent: () => ModelSpending;
  readonly #wholeMs: number;
  readonly #steps: number;
  readonly #reserveMs: number;

  constructor({ task: { limits, spent }, wallClockMs, steps }: LedgerOptions) {
    this.clock = new Clock(limits);
    this.#limits = limits;
    this.#spent = spent ?? (() => ({ calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 }));
    this.#wholeMs = Math.max(wallClockMs, limits.wallClockMs);
    this.#steps = steps;
    const least = Math.min(shortReserveMs, this.#wholeMs * shortReserveShare);
    this.#reserveMs = Math.min(mostReserveMs, Math.max(least, this.#wholeMs * reserveShare));
  }

  /** What programs and models have left: the end needs a little for itself. */
  get leftMs(): number {
    return Math.max(0, this.clock.leftMs - this.#reserveMs);
  }

  /** What is left before everything must stop: half of the reserve is for judging what has just run. */
  get untilStopMs(): number {
    return Math.max(0, this.clock.leftMs - this.#reserveMs / 2);
  }

  /** The seconds that something may take. */
  clamp(seconds: number): number {
    return Math.min(seconds, this.leftMs / 1000);
  }

  /** @param step The number of steps that have been taken. */
  at(step: number): Budget {
    const { maxCost } = this.#limits;
    const { cost } = this.#spent();
    const modelShares = this.#modelLimits().map(({ used, allowed }) => used / allowed);
    const shares = [1 - this.leftMs / (this.#wholeMs - this.#reserveMs), step / this.#steps, ...modelShares];
    return {
      used: Math.min(1, Math.max(0, ...shares)),
      secondsLeft: Math.floor(this.leftMs / 1000),
      costLeft: maxCost === undefined ? null : Math.max(0, maxCost - (cost ?? 0)),
      stepsLeft: Math.max(0, this.#steps - step),
    };
  }

  /** Why no further step can begin; null when one can. */
  endAt(step: number): SearchEnd | null {
    if (step >= this.#steps) return { reason: `It has taken all its ${this.#steps} steps.` };
    if (this.leftMs < 1000) return timeIsUp;
    const full = this.#modelLimits().find(({ used, allowed }) => used >= allowed);
    return full === undefined ? null : limitEnd(new LimitReached(full.limit, full.used, full.allowed));
  }

  #modelLimits() {
    const { maxCost, maxTokens, maxCalls } = this.#limits;
    const { cost, inputTokens, outputTokens, calls } = this.#spent();
    return [
      ...(maxCost === undefined ? [] : [{ limit: "cost", used: cost ?? 0, allowed: maxCost } as const]),
      ...(maxTokens === undefined
        ? []
        : [{ limit: "tokens", used: inputTokens + outputTokens, allowed: maxTokens } as const]),
      ...(maxCalls === undefined ? [] : [{ limit: "calls", used: calls, allowed: maxCalls } as const]),
    ];
  }
}
