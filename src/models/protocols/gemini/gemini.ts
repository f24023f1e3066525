import { asRecord } from "../loose-json.ts";
import type { ErrorKind, Operation, Protocol } from "../protocol.ts";
import { printEvent } from "../server-sent-events.ts";
import { readGeminiAnswer, streamGeminiAnswer, writeGeminiAnswer } from "./answer.ts";
import { assembleGemini } from "./assemble.ts";
import { geminiReachesOut } from "./reaches-out.ts";
import { readGeminiMaxTokens, readGeminiRequest } from "./request.ts";

const errors: Readonly<Record<ErrorKind, readonly [status: number, name: string]>> = {
  "invalid-request": [400, "INVALID_ARGUMENT"],
  unauthorized: [401, "UNAUTHENTICATED"],
  "unknown-model": [404, "NOT_FOUND"],
  "not-found": [404, "NOT_FOUND"],
  "too-large": [413, "INVALID_ARGUMENT"],
  // Clients try 429 again; this limit will not go away.
  limit: [403, "PERMISSION_DENIED"],
  "rate-limit": [429, "RESOURCE_EXHAUSTED"],
  overloaded: [503, "UNAVAILABLE"],
  "provider-failure": [502, "INTERNAL"],
};

const actions = ["generateContent", "streamGenerateContent", "countTokens"];

/** Gemini's generateContent, streamGenerateContent and countTokens. The model and the action are in the path. */
export const gemini: Protocol = {
  name: "gemini",
  match: (method, path) => {
    const [, model, action] = /^(?:\/v1(?:alpha|beta)?)?\/models\/(.+):(\w+)$/.exec(path) ?? [];
    if (method !== "POST" || model === undefined || !actions.includes(action!)) return null;
    return operation(decodeModel(model), action!);
  },
  readHeader: (body, { model, stream }) => ({
    model: model ?? null,
    stream: stream === true,
    maxOutputTokens: readGeminiMaxTokens(asRecord(body)),
    reachesOut: geminiReachesOut(asRecord(body)),
  }),
  rename: (body, { path }, model) => ({ body, path: operation(model, path.slice(path.lastIndexOf(":") + 1)).path }),
  readAnswer: readGeminiAnswer,
  assemble: assembleGemini,
  writeError: (kind, message) => {
    const [code, status] = errors[kind];
    return { status: code, body: { error: { code, message, status } } };
  },
  conversation: {
    readRequest: readGeminiRequest,
    writeAnswer: writeGeminiAnswer,
    stream: streamGeminiAnswer,
    // Each event of a stream has the shape of a whole answer.
    repeat: (body) => printEvent(body),
    writeCount: (tokens) => ({ totalTokens: tokens }),
  },
};

function operation(model: string, action: string): Operation {
  const isCount = action === "countTokens";
  return {
    name: isCount ? "gemini-count-tokens" : "gemini",
    action: isCount ? "count" : "answer",
    path: `/models/${encodeURIComponent(model)}:${action}`,
    model,
    stream: action === "streamGenerateContent",
  };
}

function decodeModel(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
