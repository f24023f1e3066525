import { anthropicMessages } from "./anthropic-messages/anthropic-messages.ts";
import { gemini } from "./gemini/gemini.ts";
import { openAiChat } from "./openai-chat/openai-chat.ts";
import { openAiEmbeddings } from "./openai-embeddings.ts";
import { openAiResponses } from "./openai-responses/openai-responses.ts";
import type { Protocol } from "./protocol.ts";

/** Every wire protocol that the proxy speaks. */
export const protocols: readonly Protocol[] = [
  openAiChat,
  openAiResponses,
  openAiEmbeddings,
  anthropicMessages,
  gemini,
];
