import type { ModelName } from "../model-name.ts";
import { unknownUsage } from "../unknown-usage.ts";
import type { PriceOf } from "./price-of.ts";

/** US dollars per million tokens of a short request. */
export interface TokenPrices {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** Null when the price is unknown. */
export function tokenPrices(name: ModelName, priceOf: PriceOf): TokenPrices | null {
  // Some prices grow with the length of a request: a thousand tokens are short.
  const perMillion = (usage: object): number => {
    const price = priceOf(name, { ...unknownUsage, inputTokens: 0, outputTokens: 0, ...usage }) ?? 0;
    return Number((1000 * price).toPrecision(6));
  };
  if (priceOf(name, unknownUsage) === null) return null;
  return {
    input: perMillion({ inputTokens: 1000 }),
    cacheRead: perMillion({ inputTokens: 1000, cacheReadTokens: 1000 }),
    cacheWrite: perMillion({ inputTokens: 1000, cacheWriteTokens: 1000 }),
    output: perMillion({ outputTokens: 1000 }),
  };
}
