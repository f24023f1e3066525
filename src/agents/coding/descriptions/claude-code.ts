import type { CodingAgentDescription } from "../description.ts";
import { claudeStream } from "../streams/claude-stream.ts";

export const claudeCode: CodingAgentDescription = {
  name: "claude-code",
  title: "Anthropic's Claude Code",
  package: { registry: "npm", name: "@anthropic-ai/claude-code", version: "2.1.197", program: "claude" },
  protocol: "Anthropic's messages",
  start: ({ model, prompt }) => ({
    arguments: [
      ...["-p", prompt, "--dangerously-skip-permissions", "--output-format", "stream-json", "--verbose"],
      ...["--model", model],
    ],
    environment: {
      // Small tasks of its own, such as titles, go to the same model: no other one is allowed.
      ANTHROPIC_SMALL_FAST_MODEL: model,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      // Otherwise it refuses to work as root without asking.
      IS_SANDBOX: "1",
    },
  }),
  stream: () => claudeStream({ cachedApart: true }),
};
