import { baseUrlOf, keyOf, missingKey } from "../provider-access.ts";
import type { ProviderKind, ProviderOptions } from "../provider-kind.ts";

const kind = {
  name: "openai",
  title: "OpenAI",
  keyVariables: ["OPENAI_API_KEY"],
  baseUrlVariables: ["OPENAI_BASE_URL"],
};

const baseUrl = (options: ProviderOptions) =>
  baseUrlOf(kind, options, { url: "https://api.openai.com", version: "v1" });

export const openai: ProviderKind = {
  ...kind,
  protocols: ["openai-responses", "openai-chat", "openai-embeddings"],
  modelIsPath: false,
  missing: (options) => missingKey(kind, options),
  endpoint: (options) => ({
    baseUrl: baseUrl(options),
    headers: { authorization: `Bearer ${keyOf(kind, options)}` },
  }),

  async open(model, options) {
    const apiKey = keyOf(kind, options);
    const { openResponses } = await import("../sdk/open-responses.ts");
    return openResponses(model, { provider: kind.name, baseUrl: baseUrl(options), apiKey, settings: options.settings });
  },
};
