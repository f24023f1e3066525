import type { CodingAgentDescription } from "../description.ts";
import { piStream } from "../streams/pi-stream.ts";

export const pi: CodingAgentDescription = {
  name: "pi",
  title: "pi, Mario Zechner's coding agent",
  package: { registry: "npm", name: "@mariozechner/pi-coding-agent", version: "0.73.1", program: "pi" },
  protocol: "OpenAI's chat completions",
  start: ({ model, prompt, baseUrl }) => ({
    arguments: ["-p", "--mode", "json", "--no-session", "--provider", "proxy", "--model", model, prompt],
    environment: { PI_OFFLINE: "1" },
    settings: {
      ".pi/agent/models.json": {
        providers: {
          proxy: {
            baseUrl: `${baseUrl}/v1`,
            apiKey: "MODEL_API_KEY",
            api: "openai-completions",
            models: [
              {
                id: model,
                name: model,
                reasoning: false,
                input: ["text"],
                // Unknown to it. The ledger has the price.
                cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
                contextWindow: 128_000,
                maxTokens: 16_384,
              },
            ],
          },
        },
      },
    },
  }),
  stream: piStream,
};
