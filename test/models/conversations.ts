import { anthropicMessages } from "../../src/models/protocols/anthropic-messages/anthropic-messages.ts";
import { gemini } from "../../src/models/protocols/gemini/gemini.ts";
import { openAiChat } from "../../src/models/protocols/openai-chat/openai-chat.ts";
import { openAiResponses } from "../../src/models/protocols/openai-responses/openai-responses.ts";
import type { Protocol } from "../../src/models/protocols/protocol.ts";

/** An HTTP request of a client, below the address of a provider or of the proxy. */
export interface Question {
  readonly path: string;
  readonly body: unknown;
}

interface Asked {
  readonly model: string;
  readonly text: string;
  readonly stream: boolean;
}

/** The same question in every protocol, and a model whose provider speaks it. */
export const conversations: readonly { protocol: Protocol; own: string; question: (asked: Asked) => Question }[] = [
  {
    protocol: openAiChat,
    own: "gpt-1",
    question: ({ model, text, stream }) => ({
      path: "/v1/chat/completions",
      body: { model, messages: [{ role: "user", content: text }], stream, stream_options: { include_usage: true } },
    }),
  },
  {
    protocol: openAiResponses,
    own: "gpt-1",
    question: ({ model, text, stream }) => ({ path: "/v1/responses", body: { model, input: text, stream } }),
  },
  {
    protocol: anthropicMessages,
    own: "sonnet-1",
    question: ({ model, text, stream }) => ({
      path: "/v1/messages",
      body: { model, max_tokens: 1000, messages: [{ role: "user", content: text }], stream },
    }),
  },
  {
    protocol: gemini,
    own: "flash-1",
    question: ({ model, text, stream }) => ({
      path: `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
      body: { contents: [{ role: "user", parts: [{ text }] }] },
    }),
  },
];
