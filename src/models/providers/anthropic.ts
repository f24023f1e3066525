import { claudeTakesEffort } from "../claude-efforts.ts";
import { firstSet } from "../environment.ts";
import { baseUrlOf, keyOf, missingKey } from "../provider-access.ts";
import type { Endpoint, ProviderKind, ProviderOptions } from "../provider-kind.ts";

const keyVariable = "ANTHROPIC_API_KEY";
const tokenVariable = "ANTHROPIC_AUTH_TOKEN";

const kind = {
  name: "anthropic",
  title: "Anthropic",
  keyVariables: [keyVariable, tokenVariable],
  baseUrlVariables: ["ANTHROPIC_BASE_URL"],
};

const usual = { url: "https://api.anthropic.com", version: "v1" };

/** A token, which gateways ask for, goes into another header than a key. */
function endpoint(options: ProviderOptions): Endpoint {
  const secret = keyOf(kind, options);
  const isKey = firstSet(options.environment, [keyVariable]) !== null;
  const headers: Record<string, string> = isKey ? { "x-api-key": secret } : { authorization: `Bearer ${secret}` };
  return { baseUrl: baseUrlOf(kind, options, usual), headers };
}

export const anthropic: ProviderKind = {
  ...kind,
  protocols: ["anthropic-messages", "anthropic-count-tokens"],
  priceList: "anthropic",
  takesEffort: claudeTakesEffort,
  modelIsPath: false,
  missing: (options) => missingKey(kind, options),
  endpoint,

  async open(model, options) {
    const { baseUrl: baseURL, headers } = endpoint(options);
    const secret = keyOf(kind, options);
    const [{ createAnthropic }, { rawModel }, { claudeThinking }] = await Promise.all([
      import("@ai-sdk/anthropic"),
      import("../sdk/sdk-model.ts"),
      import("../sdk/claude-thinking.ts"),
    ]);
    const access = "x-api-key" in headers ? { apiKey: secret } : { authToken: secret };
    const { effort, ...thinking } = claudeThinking(model, options.settings.reasoningEffort);
    return rawModel({
      provider: kind.name,
      model: createAnthropic({ baseURL, ...access })(model),
      settings: options.settings,
      secrets: [secret],
      options: { anthropic: { ...(effort && { effort }), ...(thinking.type && { thinking: { ...thinking } }) } },
      cacheMark: { anthropic: { cacheControl: { type: "ephemeral" } } },
    });
  },
};
