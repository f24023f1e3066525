import type { CodingAgentDescription } from "../description.ts";
import { opencodeStream } from "../streams/opencode-stream.ts";

export const opencode: CodingAgentDescription = {
  name: "opencode",
  title: "opencode",
  package: { registry: "npm", name: "opencode-ai", version: "1.18.33", program: "opencode" },
  protocol: "OpenAI's chat completions",
  start: ({ model, prompt, baseUrl }) => ({
    arguments: ["run", "--format", "json", "--model", `proxy/${model}`, prompt],
    environment: {
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    },
    settings: {
      ".config/opencode/opencode.json": {
        provider: {
          proxy: {
            npm: "@ai-sdk/openai-compatible",
            name: "proxy",
            options: { baseURL: `${baseUrl}/v1`, apiKey: "{env:MODEL_API_KEY}" },
            models: { [model]: { name: model } },
          },
        },
        model: `proxy/${model}`,
        small_model: `proxy/${model}`,
        permission: { "*": "allow" },
        autoupdate: false,
        share: "disabled",
      },
    },
  }),
  stream: opencodeStream,
};
