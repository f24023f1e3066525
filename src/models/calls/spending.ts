import type { ModelUsage } from "../../contracts/model.ts";
import { nothingUsed } from "./estimate-usage.ts";

/** What one or several tries of a call have used. */
export interface Spending {
  readonly usage: ModelUsage;
  /** Whether a part of it is estimated. */
  readonly estimated: boolean;
  /** Null when the price is unknown. */
  readonly cost: number | null;
}

export const nothingSpent: Spending = { usage: nothingUsed, estimated: false, cost: 0 };

export function addSpending(one: Spending, other: Spending): Spending {
  const names = Object.keys(nothingUsed) as (keyof ModelUsage)[];
  const usage = Object.fromEntries(names.map((name) => [name, add(one.usage[name], other.usage[name])]));
  return {
    usage: usage as unknown as ModelUsage,
    estimated: one.estimated || other.estimated,
    cost: one.cost === null || other.cost === null ? null : one.cost + other.cost,
  };
}

/** A count that only one side knows is that side's. */
function add(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : one + other;
}
