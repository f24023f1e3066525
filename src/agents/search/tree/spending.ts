import type { EventOf } from "../events.ts";

/** What the search asks its models for. */
export type Part = "knowledge" | "repositories" | "ideas" | "code" | "repairs" | "review" | "report";

/** What the calls of one part to one model have used. */
export interface Spending {
  readonly part: Part;
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars; null when the price of a call is unknown. */
  readonly cost: number | null;
}

/** The key of the question for a summary. */
export const summaryKey = "report";

const parts: readonly Part[] = ["knowledge", "repositories", "ideas", "code", "repairs", "review", "report"];

/** The part that a question belongs to. */
function partOf({ key, role }: Pick<EventOf<"asked">, "key" | "role">): Part {
  if (key.startsWith("step-")) return "ideas";
  if (key === summaryKey) return "report";
  if (key.startsWith("repositories/")) return "repositories";
  const [, what = ""] = key.split("/");
  if (what.startsWith("evaluate")) return "review";
  if (!/^v\d+$/.test(what)) return "knowledge";
  return role === "debugging" ? "repairs" : "code";
}

/** Adds up model calls by part and model. */
export class SpendingByPart {
  readonly #entries = new Map<string, Spending>();

  add({ key, role, model = "unknown", inputTokens, outputTokens, cost }: EventOf<"asked">): void {
    const used = { calls: 1, inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0, cost };
    this.#add({ part: partOf({ key, role }), model, ...used });
  }

  /** The calls of a coding agent. */
  addCoder({ experiment, version, spent }: EventOf<"coded">): void {
    if (spent === undefined || spent.calls === 0) return;
    const { role, ...used } = spent;
    this.#add({ part: partOf({ key: `${experiment}/v${version}`, role }), ...used });
  }

  #add({ part, model, calls, inputTokens, outputTokens, cost }: Spending): void {
    const place = `${part}\n${model}`;
    const before = this.#entries.get(place) ?? { part, model, calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 };
    this.#entries.set(place, {
      ...before,
      calls: before.calls + calls,
      inputTokens: before.inputTokens + inputTokens,
      outputTokens: before.outputTokens + outputTokens,
      cost: addCosts(before.cost, cost),
    });
  }

  /** In the order in which a search comes to its parts. */
  get entries(): readonly Spending[] {
    return [...this.#entries.values()].toSorted(
      (one, other) => parts.indexOf(one.part) - parts.indexOf(other.part) || (one.model < other.model ? -1 : 1),
    );
  }

  /** Null when the price of a call is unknown. */
  get cost(): number | null {
    return this.entries.reduce<number | null>((sum, { cost }) => addCosts(sum, cost), 0);
  }
}

/** Unknown when one of them is. */
export function addCosts(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}
