import type { ModelSpending } from "../../contracts/agent.ts";
import { formatDollars } from "../../lib/format-dollars.ts";

/** Prices are rounded in different ways: a difference of a hundredth, or of a cent, says nothing. */
const tolerance = { share: 0.01, dollars: 0.01 };

/** A remark when an agent's own figure is not ours; null when they agree, or one of the two is unknown. */
export function compareCosts(own: number | null, spent: ModelSpending | undefined): string | null {
  const ours = spent?.cost ?? null;
  if (own === null || ours === null) return null;
  if (Math.abs(own - ours) <= Math.max(tolerance.dollars, tolerance.share * ours)) return null;
  const calls = spent!.calls === 1 ? "1 call" : `${spent!.calls} calls`;
  return (
    `The agent puts the cost of its model calls at ${formatDollars(own)}; ` +
    `the ledger has ${formatDollars(ours)} for ${calls}.`
  );
}
