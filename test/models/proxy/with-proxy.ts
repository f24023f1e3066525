import type { Model } from "../../../src/contracts/model.ts";
import { formatModelName, type ModelName } from "../../../src/models/model-name.ts";
import { ProxyModels } from "../../../src/models/proxy/proxy-models.ts";
import { type ModelProxy, type ProxyOptions, startProxy } from "../../../src/models/proxy/start-proxy.ts";
import { type ServerScript, startScriptedServer } from "../../../src/models/scripted/scripted-server.ts";
import { OpenDoor } from "./open-door.ts";

/** The host's key, which must never reach an agent. */
export const realKey = "sk-real-0123456789abcdef";

/** A model of each provider that has its own protocol, one that must be translated, and a pattern. */
const offer = {
  models: ["openai/gpt-1", "anthropic/sonnet-1", "google/flash-1", "bedrock/other-1", "mistral/large-*"],
  aliases: {
    "claude-*": "bedrock/other-1",
    "small-gpt-1": "openai/gpt-1",
    "small-sonnet-1": "anthropic/sonnet-1",
    "small-flash-1": "google/flash-1",
  },
  settings: {},
};

/** Every provider at the same place, with the same key. */
export function environmentFor(url: string): Record<string, string> {
  const places = ["OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL", "MISTRAL_BASE_URL"];
  const keys = ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "MISTRAL_API_KEY", "AWS_BEARER_TOKEN_BEDROCK"];
  return {
    AWS_REGION: "eu-central-1",
    ...Object.fromEntries(places.map((name) => [name, url])),
    ...Object.fromEntries(keys.map((name) => [name, realKey])),
  };
}

/** A proxy before a scripted server, which stands in for every provider. */
export async function withProxy(script: ServerScript, options: Partial<ProxyOptions> = {}) {
  const provider = await startScriptedServer(script);
  const door = new OpenDoor();
  const failures: unknown[] = [];
  const models = new ProxyModels(offer, environmentFor(provider.url));
  const proxy = await startProxy({
    door,
    models,
    open: async (name) => echoModel(name),
    listen: true,
    onFailure: (error) => failures.push(error),
    ...options,
  });
  const dispose = async (): Promise<void> => {
    await proxy.close();
    await provider.close();
  };
  return { provider, door, proxy, failures, ask: asking(proxy), [Symbol.asyncDispose]: dispose };
}

const asking =
  (proxy: ModelProxy) =>
  ({ path, body }: { path: string; body: unknown }, init: RequestInit = {}) =>
    fetch(`${proxy.url}${path}`, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      ...init,
      headers: { authorization: `Bearer ${proxy.key}`, "content-type": "application/json", ...init.headers },
    });

/** Answers in pieces with its own name and what it was asked, and calls the first tool it is given. */
function echoModel(name: ModelName): Model {
  const model: Model = {
    name: formatModelName(name),
    forRole: () => model,
    call: async ({ messages, tools, onText }) => {
      const last = messages.at(-1)!;
      const text = `${name.model} heard ${last.text}`;
      for (const piece of text.split(/(?<= )/)) onText?.(piece);
      const answers = messages.filter((message) => message.role === "assistant");
      const returned = answers.map((message) => message.providerData ?? null);
      const toolCalls = tools?.map((tool) => ({ id: "echo_1", name: tool.name, arguments: { returned } })) ?? [];
      return {
        text,
        toolCalls,
        finishReason: toolCalls.length > 0 ? "tool-calls" : "stop",
        usage: { inputTokens: 3, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 4, reasoningTokens: 0 },
        answeredBy: name.model,
        providerData: { signed: "s" },
      };
    },
  };
  return model;
}
