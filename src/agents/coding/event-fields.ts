import type { CodingEvent } from "./coding-events.ts";

/** Part of an agent's output, of which nothing is certain: another version may print something else. */
export class EventFields {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  /** A member; of anything but an object, and where there is none, one without content. */
  at(...path: readonly string[]): EventFields {
    const inner = path.reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : null),
      this.#value,
    );
    return new EventFields(inner);
  }

  get items(): readonly EventFields[] {
    return Array.isArray(this.#value) ? this.#value.map((item) => new EventFields(item)) : [];
  }

  /** A text as it is, anything else as JSON, nothing as an empty text. */
  get text(): string {
    if (typeof this.#value === "string") return this.#value;
    return this.#value === undefined || this.#value === null ? "" : JSON.stringify(this.#value);
  }

  get value(): unknown {
    return this.#value;
  }

  get isTrue(): boolean {
    return this.#value === true;
  }

  get cost(): number | null {
    return typeof this.#value === "number" && Number.isFinite(this.#value) ? this.#value : null;
  }

  get count(): number | null {
    return Number.isSafeInteger(this.#value) && (this.#value as number) >= 0 ? (this.#value as number) : null;
  }
}

/** The sum of those counts that are known; null when none is. */
export function sumOfCounts(...counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
}

const unknownSpent = { inputTokens: null, outputTokens: null, cost: null };

type Spent = Partial<Pick<Extract<CodingEvent, { type: "totals" }>, "inputTokens" | "outputTokens" | "cost">>;

/** An answer that is a text; none for an empty one. */
export function textAnswer(text: string, spent: Spent = {}): CodingEvent[] {
  return text.trim() === "" ? [] : [{ type: "answer", text, toolCalls: [], ...unknownSpent, ...spent }];
}

/** An answer that is one tool call. */
export function toolAnswer(id: string, name: string, given: unknown, spent: Spent = {}): CodingEvent {
  return { type: "answer", text: "", toolCalls: [{ id, name, arguments: given }], ...unknownSpent, ...spent };
}

export function toolResult(callId: string, text: string, isError: boolean): CodingEvent {
  return { type: "result", callId, text, ...(isError ? { isError } : {}) };
}

export function ownTotals(spent: Spent): CodingEvent {
  return { type: "totals", ...unknownSpent, ...spent };
}
