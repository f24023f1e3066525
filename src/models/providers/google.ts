import { keyedProvider } from "../keyed-provider.ts";
import type { ModelSettings } from "../model-settings.ts";

export const google = keyedProvider({
  name: "google",
  title: "Google Gemini",
  keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
  baseUrlVariables: ["GOOGLE_GEMINI_BASE_URL"],
  usual: { url: "https://generativelanguage.googleapis.com", version: "v1beta" },
  protocols: ["gemini", "gemini-count-tokens"],
  priceList: "google",
  takesEffort: (model, effort) =>
    /gemini-(2\.5|[3-9])/.test(model) &&
    !/image|tts|live|audio|embedding/.test(model) &&
    // The first Gemini 3 has no level between these.
    (/^(low|high)$/.test(effort) || (effort === "medium" && !/gemini-3-pro/.test(model))),
  header: (key) => ({ "x-goog-api-key": key }),

  async open(model, { provider, baseUrl: baseURL, apiKey, settings }) {
    const [{ createGoogleGenerativeAI }, { rawModel }] = await Promise.all([
      import("@ai-sdk/google"),
      import("../sdk/sdk-model.ts"),
    ]);
    const thinkingConfig = thinking(model, settings.reasoningEffort);
    return rawModel({
      provider,
      model: createGoogleGenerativeAI({ baseURL, apiKey })(model),
      settings,
      secrets: [apiKey],
      ...(thinkingConfig === null ? {} : { options: { google: { thinkingConfig } } }),
    });
  },
});

const budgets = { none: 0, minimal: 512, low: 2_048, medium: 8_192, high: 24_576, xhigh: 24_576, max: 24_576 };

/** Models before Gemini 3 think within a number of tokens, later ones take a level. */
function thinking(model: string, effort: ModelSettings["reasoningEffort"]) {
  if (effort === undefined) return null;
  if (/gemini-2/.test(model)) return { thinkingBudget: budgets[effort] };
  return { thinkingLevel: effort === "none" ? "minimal" : effort === "xhigh" || effort === "max" ? "high" : effort };
}
