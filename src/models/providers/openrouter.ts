import { baseUrlOf, keyOf, missingKey } from "../provider-access.ts";
import type { ProviderKind, ProviderOptions } from "../provider-kind.ts";

const kind = {
  name: "openrouter",
  title: "OpenRouter",
  keyVariables: ["OPENROUTER_API_KEY"],
  baseUrlVariables: ["OPENROUTER_BASE_URL"],
};

const baseUrl = (options: ProviderOptions) =>
  baseUrlOf(kind, options, { url: "https://openrouter.ai/api", version: "v1" });

export const openrouter: ProviderKind = {
  ...kind,
  protocols: ["openai-chat"],
  modelIsPath: false,
  missing: (options) => missingKey(kind, options),
  endpoint: (options) => ({
    baseUrl: baseUrl(options),
    headers: { authorization: `Bearer ${keyOf(kind, options)}` },
  }),

  async open(model, options) {
    const apiKey = keyOf(kind, options);
    const [{ openChat }, { reasoningDetails }] = await Promise.all([
      import("../sdk/open-chat.ts"),
      import("../sdk/reasoning-details.ts"),
    ]);
    // Its own form of the setting works for all models.
    const { reasoningEffort: effort, ...settings } = options.settings;
    return openChat(model, {
      provider: kind.name,
      baseUrl: baseUrl(options),
      apiKey,
      settings,
      metadataExtractor: reasoningDetails,
      ...(effort === undefined ? {} : { further: { reasoning: { effort } } }),
    });
  },
};
