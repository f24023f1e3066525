import type { CodingAgentDescription } from "../description.ts";
import { claudeStream } from "../streams/claude-stream.ts";
import { geminiSettings } from "./gemini-cli.ts";

export const qwenCode: CodingAgentDescription = {
  name: "qwen-code",
  title: "Qwen Code",
  package: { registry: "npm", name: "@qwen-code/qwen-code", version: "0.15.10", program: "qwen" },
  protocol: "OpenAI's chat completions",
  start: ({ model, prompt }) => ({
    arguments: ["-p", prompt, "--yolo", "--output-format", "stream-json"],
    environment: { OPENAI_MODEL: model },
    settings: { ".qwen/settings.json": geminiSettings("openai") },
  }),
  stream: () => claudeStream({ cachedApart: false }),
};
