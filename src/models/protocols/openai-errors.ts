import type { ErrorKind, WireError } from "./protocol.ts";

/** HTTP status, `type` and `code` of an error in OpenAI's protocols. */
const kinds: Readonly<Record<ErrorKind, readonly [number, string, string | null]>> = {
  "invalid-request": [400, "invalid_request_error", null],
  unauthorized: [401, "invalid_request_error", "invalid_api_key"],
  "unknown-model": [404, "invalid_request_error", "model_not_found"],
  "not-found": [404, "invalid_request_error", "unknown_url"],
  "too-large": [413, "invalid_request_error", "request_too_large"],
  // OpenAI itself answers 429, which clients try again: this limit will not go away.
  limit: [402, "insufficient_quota", "insufficient_quota"],
  "rate-limit": [429, "requests", "rate_limit_exceeded"],
  overloaded: [503, "server_error", "overloaded"],
  "provider-failure": [502, "server_error", null],
};

export function writeOpenAiError(kind: ErrorKind, message: string): WireError {
  const [status, type, code] = kinds[kind];
  return { status, body: { error: { message, type, param: kind === "unknown-model" ? "model" : null, code } } };
}
