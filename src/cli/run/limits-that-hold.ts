import { UsageError } from "../../lib/errors.ts";
import { nothingUsed } from "../../models/calls/estimate-usage.ts";
import { parseModelName } from "../../models/model-name.ts";
import type { HostSettings, ModelChoice, RunLimits } from "../../runs/record/group-plan.ts";
import { namedModels } from "../../runs/record/group-plan.ts";

/** The options that only mean something for an agent with a model. */
const modelLimits = {
  maxCost: "--max-cost",
  maxTokens: "--max-tokens",
  maxCalls: "--max-calls",
  maxMessages: "--max-messages",
};

/**
 * Refuses limits that could not hold: those on calls without a model, and those on cost without all prices.
 *
 * @throws UsageError that names the option, and the models whose price is unknown.
 */
export async function requireLimitsThatHold(
  models: ModelChoice | null,
  limits: RunLimits,
  { budgetCost }: HostSettings,
): Promise<void> {
  const given = Object.entries(modelLimits).flatMap(([key, name]) => (limits[key as keyof RunLimits] ? [name] : []));
  if (budgetCost !== undefined) given.push("--budget-cost");
  if (given.length === 0) return;
  if (models === null) {
    throw new UsageError(`${given.join(", ")}: this run has no model. Name one with --model PROVIDER/MODEL.`);
  }
  if (limits.maxCost === undefined && budgetCost === undefined) return;
  const { loadPrices } = await import("../../models/prices/load-prices.ts");
  const priceOf = await loadPrices(models.prices);
  const unknown = namedModels(models).filter((name) => priceOf(parseModelName(name), nothingUsed) === null);
  if (unknown.length === 0) return;
  throw new UsageError(
    `A limit on cost needs the price of every model, and that of ${unknown.join(", ")} is unknown. Set it with --prices FILE, a YAML file with lines such as \`${unknown[0]}: { input: 0.5, output: 2 }\` (dollars per million tokens).`,
  );
}
