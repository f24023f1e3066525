import { assembleEvents } from "../event-assembler.ts";
import { asCount, asRecord, asText } from "../loose-json.ts";
import { matchPath } from "../match-path.ts";
import type { ErrorKind, Protocol } from "../protocol.ts";
import { renameInBody } from "../rename-in-body.ts";
import { readAnthropicAnswer, streamAnthropicAnswer, writeAnthropicAnswer } from "./answer.ts";
import { MessageGatherer } from "./gather-message.ts";
import { anthropicReachesOut } from "./reaches-out.ts";
import { repeatAnthropicAnswer } from "./repeat.ts";
import { readAnthropicRequest } from "./request.ts";

const errors: Readonly<Record<ErrorKind, readonly [status: number, type: string]>> = {
  "invalid-request": [400, "invalid_request_error"],
  unauthorized: [401, "authentication_error"],
  "unknown-model": [404, "not_found_error"],
  "not-found": [404, "not_found_error"],
  "too-large": [413, "request_too_large"],
  // Clients try 429 again; this limit will not go away.
  limit: [402, "billing_error"],
  "rate-limit": [429, "rate_limit_error"],
  overloaded: [529, "overloaded_error"],
  "provider-failure": [502, "api_error"],
};

/** Anthropic's Messages, with `count_tokens`. */
export const anthropicMessages: Protocol = {
  name: "anthropic-messages",
  match: matchPath({
    "/messages": { name: "anthropic-messages", action: "answer" },
    "/messages/count_tokens": { name: "anthropic-count-tokens", action: "count" },
  }),
  readHeader: (body) => {
    const request = asRecord(body);
    return {
      model: asText(request.model) || null,
      stream: request.stream === true,
      maxOutputTokens: asCount(request.max_tokens),
      reachesOut: anthropicReachesOut(request),
    };
  },
  rename: renameInBody,
  readAnswer: readAnthropicAnswer,
  assemble: () => assembleEvents(new MessageGatherer()),
  writeError: (kind, message) => {
    const [status, type] = errors[kind];
    return { status, body: { type: "error", error: { type, message } } };
  },
  conversation: {
    readRequest: readAnthropicRequest,
    writeAnswer: writeAnthropicAnswer,
    stream: streamAnthropicAnswer,
    repeat: repeatAnthropicAnswer,
    writeCount: (tokens) => ({ input_tokens: tokens }),
  },
};
