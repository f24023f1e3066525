import { baseUrlOf, keyOf, missingKey } from "../provider-access.ts";
import type { ProviderKind, ProviderOptions } from "../provider-kind.ts";

const kind = {
  name: "mistral",
  title: "Mistral",
  keyVariables: ["MISTRAL_API_KEY"],
  baseUrlVariables: ["MISTRAL_BASE_URL"],
};

const baseUrl = (options: ProviderOptions) =>
  baseUrlOf(kind, options, { url: "https://api.mistral.ai", version: "v1" });

export const mistral: ProviderKind = {
  ...kind,
  protocols: ["openai-chat", "openai-embeddings"],
  modelIsPath: false,
  missing: (options) => missingKey(kind, options),
  endpoint: (options) => ({
    baseUrl: baseUrl(options),
    headers: { authorization: `Bearer ${keyOf(kind, options)}` },
  }),

  async open(model, options) {
    const apiKey = keyOf(kind, options);
    const [{ createMistral }, { rawModel }] = await Promise.all([
      import("@ai-sdk/mistral"),
      import("../sdk/sdk-model.ts"),
    ]);
    const effort = options.settings.reasoningEffort;
    return rawModel({
      provider: kind.name,
      model: createMistral({ baseURL: baseUrl(options), apiKey })(model),
      settings: options.settings,
      secrets: [apiKey],
      // It thinks or it does not.
      ...(effort === undefined
        ? {}
        : { options: { mistral: { reasoningEffort: effort === "none" ? "none" : "high" } } }),
    });
  },
};
