import type { CodingEvent } from "../coding-events.ts";
import { type EventFields, ownTotals, sumOfCounts } from "../event-fields.ts";

/** Adds up what the steps of an agent have used, for agents that do not. */
export class StepTotals {
  #inputTokens: number | null = null;
  #outputTokens: number | null = null;
  #cost = 0;

  /** Counts of input tokens are added to each other. */
  add(inputs: readonly EventFields[], output: EventFields, cost: EventFields): void {
    this.#inputTokens = sumOfCounts(this.#inputTokens, ...inputs.map(({ count }) => count));
    this.#outputTokens = sumOfCounts(this.#outputTokens, output.count);
    this.#cost += cost.cost ?? 0;
  }

  /** Nothing when there was no step. A cost of nothing means that the agent does not know the price. */
  readonly end = (): CodingEvent[] => {
    if (this.#inputTokens === null && this.#outputTokens === null) return [];
    const [inputTokens, outputTokens] = [this.#inputTokens, this.#outputTokens];
    return [ownTotals({ inputTokens, outputTokens, cost: this.#cost === 0 ? null : this.#cost })];
  };
}
