import { providers } from "../index.ts";

/** What the price list calls a provider; null when it does not have its models: it would look them up by name alone. */
export function priceListId(provider: string): string | null {
  return providers.find(({ name }) => name === provider)?.priceList ?? null;
}

/** Names of a provider's models with a price for text, in the order of the list. Loads the list, which takes a while. */
export async function pricedModels(provider: string): Promise<string[]> {
  const providerId = priceListId(provider);
  if (providerId === null) return [];
  const { calcPrice, findProvider } = await import("@pydantic/genai-prices");
  const models = findProvider({ providerId })?.models ?? [];
  const writes = (id: string): boolean =>
    (calcPrice({ input_tokens: 0, output_tokens: 1000 }, id, { providerId })?.total_price ?? 0) > 0;
  return models.filter(({ id, deprecated }) => !deprecated && writes(id)).map(({ id }) => id);
}
