import { UsageError } from "../../lib/errors.ts";
import { firstSet } from "../environment.ts";
import { baseUrlOf } from "../provider-access.ts";
import type { ProviderKind, ProviderOptions } from "../provider-kind.ts";

const kind = {
  name: "compatible",
  title: "OpenAI-compatible server",
  keyVariables: ["COMPATIBLE_API_KEY"],
  baseUrlVariables: ["COMPATIBLE_BASE_URL"],
};

const addressHint =
  "An OpenAI-compatible server needs an address: set COMPATIBLE_BASE_URL, such as http://127.0.0.1:8000/v1 (vLLM), " +
  "http://127.0.0.1:11434/v1 (Ollama) or http://127.0.0.1:1234/v1 (LM Studio).";

function missing({ environment, settings }: ProviderOptions): string | null {
  const isSet = settings.baseUrl !== undefined || firstSet(environment, kind.baseUrlVariables) !== null;
  return isSet ? null : addressHint;
}

function baseUrl(options: ProviderOptions): string {
  const problem = missing(options);
  if (problem !== null) throw new UsageError(problem);
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
