import type { ModelUsage } from "../../contracts/model.ts";
import { matchesPattern } from "../name-pattern.ts";
import { priceListId } from "./price-list.ts";
import type { PriceOf } from "./price-of.ts";
import type { PriceTable } from "./price-table.ts";

/** Loads the price list, which takes a while. `own` prices win; the last pattern that matches does. */
export async function loadPrices(own: PriceTable = {}): Promise<PriceOf> {
  const { calcPrice } = await import("@pydantic/genai-prices");
  const patterns = Object.entries(own).reverse();
  return ({ provider, model }, usage) => {
    const price = patterns.find(([pattern]) => matchesPattern(`${provider}/${model}`, pattern))?.[1];
    if (price !== undefined) return ownCost(price, usage);
    const providerId = priceListId(provider);
    if (providerId === null) return null;
    const { input, read, write, output } = tokensOf(usage);
    const tokens = { input_tokens: input, cache_read_tokens: read, cache_write_tokens: write, output_tokens: output };
    return calcPrice(tokens, model, { providerId })?.total_price ?? null;
  };
}

function ownCost(price: PriceTable[string], usage: ModelUsage): number {
  const { input, read, write, output } = tokensOf(usage);
  const { cacheRead = price.input, cacheWrite = price.input } = price;
  const cost = (input - read - write) * price.input + read * cacheRead + write * cacheWrite + output * price.output;
  return cost / 1e6;
}

/** Cached tokens are part of the input, so there cannot be more of them. */
function tokensOf({ inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens }: ModelUsage) {
  const input = inputTokens ?? 0;
  const read = Math.min(cacheReadTokens ?? 0, input);
  return { input, read, write: Math.min(cacheWriteTokens ?? 0, input - read), output: outputTokens ?? 0 };
}
