import { firstSet } from "../environment.ts";
import { baseUrlOf, keyOf, missingKey, requireNothing } from "../provider-access.ts";
import type { ProviderKind, ProviderOptions } from "../provider-kind.ts";

const kind = {
  name: "azure",
  title: "Azure OpenAI",
  keyVariables: ["AZURE_OPENAI_API_KEY", "AZURE_API_KEY"],
  baseUrlVariables: ["AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_BASE_URL"],
};

const noAddress = "AZURE_OPENAI_ENDPOINT is not set (https://<resource>.openai.azure.com).";

function missing(options: ProviderOptions): string | null {
  const { environment, settings } = options;
  if (settings.baseUrl === undefined && firstSet(environment, kind.baseUrlVariables) === null) return noAddress;
  return missingKey(kind, options);
}

/** Azure's address of a resource, or of the API below it. */
function baseUrl(options: ProviderOptions): string {
  requireNothing(missing(options), kind);
  const given = options.settings.baseUrl ?? firstSet(options.environment, kind.baseUrlVariables) ?? "";
  const version = /\/openai\/*$/.test(given) ? "v1" : "openai/v1";
  return baseUrlOf(kind, options, { url: given, version });
}

/** The model's name is that of a deployment. */
export const azure: ProviderKind = {
  ...kind,
  protocols: ["openai-responses", "openai-chat", "openai-embeddings"],
  priceList: "azure",
  modelIsPath: false,
  missing,
  endpoint: (options) => ({ baseUrl: baseUrl(options), headers: { "api-key": keyOf(kind, options) } }),

  async open(model, options) {
    const place = { provider: kind.name, baseUrl: baseUrl(options), settings: options.settings };
    const apiKey = keyOf(kind, options);
    const { openResponses } = await import("../sdk/open-responses.ts");
    return openResponses(model, { ...place, apiKey, headers: { "api-key": apiKey } });
  },
};
