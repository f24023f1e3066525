import { baseUrlOf, keyOf, missingKey } from "../provider-access.ts";
import type { ProviderKind, ProviderOptions } from "../provider-kind.ts";

const kind = {
  name: "google",
  title: "Google Gemini",
  keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
  baseUrlVariables: ["GOOGLE_GEMINI_BASE_URL"],
};

const baseUrl = (options: ProviderOptions) =>
  baseUrlOf(kind, options, { url: "https://generativelanguage.googleapis.com", version: "v1beta" });

export const google: ProviderKind = {
  ...kind,
  protocols: ["gemini", "gemini-count-tokens"],
  modelIsPath: false,
  missing: (options) => missingKey(kind, options),
  endpoint: (options) => ({ baseUrl: baseUrl(options), headers: { "x-goog-api-key": keyOf(kind, options) } }),

  async open(model, options) {
    const apiKey = keyOf(kind, options);
    const [{ createGoogleGenerativeAI }, { rawModel }] = await Promise.all([
      import("@ai-sdk/google"),
      import("../sdk/sdk-model.ts"),
    ]);
    const thinkingConfig = thinking(model, options.settings.reasoningEffort);
    return rawModel({
      provider: kind.name,
      model: createGoogleGenerativeAI({ baseURL: baseUrl(options), apiKey })(model),
      settings: options.settings,
      secrets: [apiKey],
      ...(thinkingConfig === null ? {} : { options: { google: { thinkingConfig } } }),
    });
  },
};

const budgets = { none: 0, minimal: 512, low: 2_048, medium: 8_192, high: 24_576, xhigh: 24_576, max: 24_576 };

/** Models before Gemini 3 think within a number of tokens, later ones take a level. */
function thinking(model: string, effort: ProviderOptions["settings"]["reasoningEffort"]) {
  if (effort === undefined) return null;
  if (/gemini-2/.test(model)) return { thinkingBudget: budgets[effort] };
  return { thinkingLevel: effort === "none" ? "minimal" : effort === "xhigh" || effort === "max" ? "high" : effort };
}
