import { Allowance } from "../../models/calls/allowance.ts";
import { Connections } from "../../models/calls/connections.ts";
import { providers } from "../../models/index.ts";
import { loadPrices } from "../../models/prices/load-prices.ts";
import type { PriceOf } from "../../models/prices/price-of.ts";
import type { GroupPlan, HostSettings, ModelChoice } from "../record/group-plan.ts";

/** Enough for most groups; a provider that finds it too many lowers it. */
const usualConnections = 20;

/** What the runs of a group share to call models. */
export interface GroupModels {
  readonly choice: ModelChoice;
  readonly connections: Connections;
  /** How many of them one run may have open. */
  readonly connectionsPerRun: number;
  readonly priceOf: PriceOf;
  /** The cost of all runs together. */
  readonly budget: Allowance | null;
  /** Keys, which never enter a record. */
  readonly secrets: readonly string[];
}

/**
 * Null when the group's agents have no models.
 *
 * @param spentCost What earlier hosts have spent; only asked for when there is a budget.
 */
export async function openGroupModels(
  { models }: GroupPlan,
  { jobs, budgetCost, maxConnections = usualConnections }: HostSettings,
  spentCost: () => number,
): Promise<GroupModels | null> {
  if (models === undefined) return null;
  const keys = providers.flatMap(({ keyVariables }) => keyVariables.map((name) => process.env[name]?.trim() ?? ""));
  return {
    choice: models,
    connections: new Connections(maxConnections),
    connectionsPerRun: Math.max(1, Math.floor(maxConnections / jobs)),
    priceOf: await loadPrices(models.prices),
    budget: budgetCost === undefined ? null : new Allowance("budget", budgetCost, spentCost()),
    secrets: keys.filter((key) => key !== ""),
  };
}
