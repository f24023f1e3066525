import type { CodingAgentDescription } from "../description.ts";
import { codexStream } from "../streams/codex-stream.ts";

export const codex: CodingAgentDescription = {
  name: "codex",
  title: "OpenAI's Codex",
  package: { registry: "npm", name: "@openai/codex", version: "0.166.0", program: "codex" },
  protocol: "OpenAI's responses",
  start: ({ model, prompt, baseUrl }) => ({
    arguments: [
      ...["exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "-m", model],
      // The provider that it knows as OpenAI asks through a WebSocket first.
      ...["-c", "model_provider=proxy"],
      // The provider would search, outside of the sandbox: such requests are refused.
      ...["-c", 'web_search="disabled"'],
      ...["-c", `model_providers.proxy=${provider(`${baseUrl}/v1`)}`],
      // Otherwise every request offers the provider's own web search, and the proxy refuses it where the network is closed.
      ...["-c", "web_search=disabled"],
      prompt,
    ],
  }),
  stream: codexStream,
};

/** In TOML. */
function provider(address: string): string {
  const text = (value: string): string => JSON.stringify(value);
  return (
    `{name="proxy",base_url=${text(address)},env_key="MODEL_API_KEY",wire_api="responses",` +
    "supports_websockets=false}"
  );
}
