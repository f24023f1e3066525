import { keyedProvider } from "../keyed-provider.ts";

export const openrouter = keyedProvider({
  name: "openrouter",
  title: "OpenRouter",
  keyVariables: ["OPENROUTER_API_KEY"],
  baseUrlVariables: ["OPENROUTER_BASE_URL"],
  usual: { url: "https://openrouter.ai/api", version: "v1" },
  protocols: ["openai-chat"],
  priceList: "openrouter",
  // It passes an effort on where the model has one.
  takesEffort: (_, effort) => /^(low|medium|high)$/.test(effort),

  async open(model, place) {
    const [{ openChat }, { reasoningDetails }] = await Promise.all([
      import("../sdk/open-chat.ts"),
      import("../sdk/reasoning-details.ts"),
    ]);
    // Its own form of the setting works for all models.
    const { reasoningEffort: effort, ...settings } = place.settings;
    const further = effort === undefined ? {} : { further: { reasoning: { effort } } };
    return openChat(model, { ...place, settings, metadataExtractor: reasoningDetails, ...further });
  },
});
