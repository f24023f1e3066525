import { assembleEvents } from "./event-assembler.ts";
import { asRecord, asText } from "./loose-json.ts";
import { matchPath } from "./match-path.ts";
import { readChatUsage } from "./openai-chat/usage.ts";
import { writeOpenAiError } from "./openai-errors.ts";
import type { Protocol } from "./protocol.ts";
import { renameInBody } from "./rename-in-body.ts";

/** OpenAI's embeddings: vectors for texts, never streamed. */
export const openAiEmbeddings: Protocol = {
  name: "openai-embeddings",
  match: matchPath({ "/embeddings": { name: "openai-embeddings", action: "answer" } }),
  readHeader: (body) => ({
    model: asText(asRecord(body).model) || null,
    stream: false,
    maxOutputTokens: 0,
    reachesOut: [],
  }),
  rename: renameInBody,
  readAnswer: (body) => {
    const answer = asRecord(body);
    const usage = { ...readChatUsage(answer.usage), outputTokens: 0 };
    return { text: "", toolCalls: [], finishReason: "stop", usage, answeredBy: asText(answer.model) };
  },
  assemble: () => assembleEvents({ add: () => undefined, result: () => ({ body: null, isComplete: true }) }),
  writeError: writeOpenAiError,
  conversation: null,
};
