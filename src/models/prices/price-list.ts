/** Providers that the price list knows by another name. */
const listed: Readonly<Record<string, string>> = { bedrock: "aws" };

/** The providers whose models are in the price list. Any other name would be looked up by the model alone. */
const priced = new Set(["openai", "anthropic", "google", "mistral", "openrouter", "azure", "aws"]);

/** What the price list calls a provider; null when it does not have its models. */
export function priceListId(provider: string): string | null {
  const id = listed[provider] ?? provider;
  return priced.has(id) ? id : null;
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
