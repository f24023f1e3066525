import { keyedProvider } from "../keyed-provider.ts";

export const mistral = keyedProvider({
  name: "mistral",
  title: "Mistral",
  keyVariables: ["MISTRAL_API_KEY"],
  baseUrlVariables: ["MISTRAL_BASE_URL"],
  usual: { url: "https://api.mistral.ai", version: "v1" },
  protocols: ["openai-chat", "openai-embeddings"],
  priceList: "mistral",

  async open(model, { provider, baseUrl: baseURL, apiKey, settings }) {
    const [{ createMistral }, { rawModel }] = await Promise.all([
      import("@ai-sdk/mistral"),
      import("../sdk/sdk-model.ts"),
    ]);
    const effort = settings.reasoningEffort;
    return rawModel({
      provider,
      model: createMistral({ baseURL, apiKey })(model),
      settings,
      secrets: [apiKey],
      // It thinks or it does not.
      ...(effort === undefined
        ? {}
        : { options: { mistral: { reasoningEffort: effort === "none" ? "none" : "high" } } }),
    });
  },
});
