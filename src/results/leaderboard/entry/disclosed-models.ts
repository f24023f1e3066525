import { groupBy } from "../../../lib/group-by.ts";
import { type GroupPlan, namedModels } from "../../../runs/record/group-plan.ts";
import { type CallTotals, sumCalls } from "../../../runs/state/call-totals.ts";
import type { RecordedRun } from "./recorded-runs.ts";

/** What was asked of one model, in all attempts of all runs. */
export interface ModelUse extends CallTotals {
  readonly model: string;
  /** The provider's own names for what answered. */
  readonly answeredBy: readonly string[];
  /** Calls whose tokens are estimated. */
  readonly estimated: number;
}

export interface DisclosedModels {
  /** Which calls are recorded: with an open network, an agent with keys of its own may have made others. */
  readonly recorded: "all" | "some" | "none";
  /** The models that the agent was given. */
  readonly given: readonly string[];
  readonly used: readonly ModelUse[];
  /** In US dollars; null when a price is unknown, or calls are not recorded. */
  readonly cost: number | null;
}

export function discloseModels(
  { models }: GroupPlan,
  runs: readonly RecordedRun[],
  network: { readonly open: boolean },
): DisclosedModels {
  const calls = runs.flatMap((run) => run.calls);
  const used = [...groupBy(calls, ({ model }) => model)].map(([model, members]): ModelUse => {
    return {
      model,
      answeredBy: [...new Set(members.flatMap(({ answeredBy }) => answeredBy ?? []))],
      estimated: members.filter(({ estimated }) => estimated).length,
      ...sumCalls(members),
    };
  });
  const recorded = !network.open ? "all" : models === undefined ? "none" : "some";
  const isPriced = recorded === "all" && used.every(({ unpriced }) => unpriced === 0);
  return {
    recorded,
    given: models === undefined ? [] : namedModels(models),
    used,
    cost: isPriced ? used.reduce((sum, { cost }) => sum + cost, 0) : null,
  };
}
