import { assembleEvents } from "../event-assembler.ts";
import { asRecord, asText } from "../loose-json.ts";
import { matchPath } from "../match-path.ts";
import { writeOpenAiError } from "../openai-errors.ts";
import type { Protocol } from "../protocol.ts";
import { renameInBody } from "../rename-in-body.ts";
import { readChatAnswer, streamChatAnswer, writeChatAnswer } from "./answer.ts";
import { ChatGatherer } from "./gather-chat.ts";
import { chatReachesOut } from "./reaches-out.ts";
import { repeatChatAnswer } from "./repeat.ts";
import { readChatMaxTokens, readChatRequest } from "./request.ts";

/** OpenAI's chat completions, which most other providers speak too. */
export const openAiChat: Protocol = {
  name: "openai-chat",
  match: matchPath({ "/chat/completions": { name: "openai-chat", action: "answer" } }),
  readHeader: (body) => {
    const request = asRecord(body);
    return {
      model: asText(request.model) || null,
      stream: request.stream === true,
      maxOutputTokens: readChatMaxTokens(request),
      reachesOut: chatReachesOut(request),
    };
  },
  rename: renameInBody,
  readAnswer: readChatAnswer,
  assemble: () => {
    const gatherer = new ChatGatherer();
    return assembleEvents(gatherer, () => {
      gatherer.isDone = true;
    });
  },
  writeError: writeOpenAiError,
  conversation: {
    readRequest: readChatRequest,
    writeAnswer: writeChatAnswer,
    stream: streamChatAnswer,
    repeat: repeatChatAnswer,
    writeCount: (tokens) => ({ input_tokens: tokens }),
  },
};
