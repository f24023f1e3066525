import { assembleEvents, errorIn } from "../event-assembler.ts";
import { asCount, asRecord, asText } from "../loose-json.ts";
import { matchPath } from "../match-path.ts";
import { writeOpenAiError } from "../openai-errors.ts";
import type { Protocol, StreamAssembler } from "../protocol.ts";
import { renameInBody } from "../rename-in-body.ts";
import { readResponsesAnswer, writeResponsesAnswer } from "./answer.ts";
import { ResponseGatherer } from "./gather-response.ts";
import { responsesReachOut } from "./reaches-out.ts";
import { repeatResponse } from "./repeat.ts";
import { readResponsesRequest } from "./request.ts";
import { streamResponsesAnswer } from "./stream.ts";

/** OpenAI's responses. */
export const openAiResponses: Protocol = {
  name: "openai-responses",
  match: matchPath({ "/responses": { name: "openai-responses", action: "answer" } }),
  readHeader: (body) => {
    const request = asRecord(body);
    return {
      model: asText(request.model) || null,
      stream: request.stream === true,
      maxOutputTokens: asCount(request.max_output_tokens),
      reachesOut: responsesReachOut(request),
      // Its answer would come later, past the limits and the record.
      ...(request.background === true ? { refusal: "Background responses are not supported here." } : {}),
    };
  },
  rename: renameInBody,
  readAnswer: readResponsesAnswer,
  assemble: (): StreamAssembler => {
    const events = assembleEvents(new ResponseGatherer());
    const end = () => {
      const stream = events.end();
      return { ...stream, error: stream.error ?? errorIn(asRecord(stream.body)) };
    };
    return { push: events.push, end };
  },
  writeError: writeOpenAiError,
  conversation: {
    readRequest: readResponsesRequest,
    writeAnswer: writeResponsesAnswer,
    stream: streamResponsesAnswer,
    repeat: repeatResponse,
    writeCount: (tokens) => ({ object: "response.input_tokens", input_tokens: tokens }),
  },
};
