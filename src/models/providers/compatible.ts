import { firstSet } from "../environment.ts";
import { baseUrlOf, requireNothing } from "../provider-access.ts";
import type { ProviderKind, ProviderOptions } from "../provider-kind.ts";

const kind = {
  name: "compatible",
  title: "A server like OpenAI's",
  keyVariables: ["COMPATIBLE_API_KEY"],
  baseUrlVariables: ["COMPATIBLE_BASE_URL"],
};

const noAddress = "COMPATIBLE_BASE_URL is not set (such as http://127.0.0.1:11434/v1).";

function missing({ environment, settings }: ProviderOptions): string | null {
  const isSet = settings.baseUrl !== undefined || firstSet(environment, kind.baseUrlVariables) !== null;
  return isSet ? null : noAddress;
}

function baseUrl(options: ProviderOptions): string {
  requireNothing(missing(options), kind);
  return baseUrlOf(kind, options, { url: "", version: "v1" });
}

/** vLLM, Ollama, LM Studio and others. Many need no key. */
export const compatible: ProviderKind = {
  ...kind,
  protocols: ["openai-chat", "openai-embeddings"],
  modelIsPath: false,
  missing,
  endpoint(options) {
    const key = firstSet(options.environment, kind.keyVariables);
    return { baseUrl: baseUrl(options), headers: key === null ? {} : { authorization: `Bearer ${key}` } };
  },

  async open(model, options) {
    const place = { provider: kind.name, baseUrl: baseUrl(options), settings: options.settings };
    const apiKey = firstSet(options.environment, kind.keyVariables);
    const { openChat } = await import("../sdk/open-chat.ts");
    return openChat(model, { ...place, apiKey });
  },
};
