import { AISDKError, APICallError } from "@ai-sdk/provider";
import { BenchError } from "../../lib/errors.ts";
import { ProviderFailure } from "../provider-failure.ts";

/** A stream that ended before the answer did. */
export class CutStream extends BenchError {
  constructor() {
    super("cut-stream", "the answer broke off before its end");
  }
}

/**
 * What an error of a call means for its caller, without the values of `secrets`. An error of ours, which no further try can
 * help, stays as it is.
 */
export function failureOf(error: unknown, name: string, secrets: readonly string[]): unknown {
  const described = describe(error);
  if (described === null) return error;
  const { status, message, retryAfterMs } = described;
  const text = `${name}: ${status === null ? "" : `${status}, `}${withoutSecrets(message, secrets)}`;
  return new ProviderFailure(text, { status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}

/** The same for an error that came up while the answer was read: whatever it is, the answer cannot be used. */
export function answerFailureOf(error: unknown, name: string, secrets: readonly string[]): unknown {
  return failureOf(describe(error) === null ? causes(error) : error, name, secrets);
}

interface Described {
  readonly status: number | null;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
}

function describe(error: unknown): Described | null {
  if (error instanceof CutStream) return { status: null, message: error.message };
  if (APICallError.isInstance(error)) return describeCall(error);
  if (!(error instanceof Error)) return describeEvent(error);
  return AISDKError.isInstance(error) && isAboutAnswer(error) ? { status: null, message: error.message } : null;
}

function describeCall(error: APICallError): Described {
  const status = error.statusCode ?? null;
  const retryAfterMs = retryAfter(error.responseHeaders ?? {});
  if (status === null) return { status, message: causes(error), retryAfterMs };
  const body = error.responseBody?.replace(/\s+/g, " ").trim() ?? "";
  const isKnown =
    body === "" || (error.message.length > 0 && body.includes(JSON.stringify(error.message).slice(1, -1)));
  return {
    status,
    message: isKnown ? error.message : (messageIn(body) ?? `${error.message}: ${body}`),
    retryAfterMs,
  };
}

/** A message with those of its causes: "fetch failed" alone does not help. */
function causes(error: unknown): string {
  const messages: string[] = [];
  for (let next = error; next instanceof Error; next = next.cause) {
    if (next.message !== "" && !messages.some((earlier) => earlier.includes(next.message))) messages.push(next.message);
  }
  return messages.join(": ");
}

const kindsAboutAnswers = /EmptyResponseBody|InvalidResponseData|JSONParse|TypeValidation|NoContentGenerated/;

function isAboutAnswer(error: AISDKError): boolean {
  return kindsAboutAnswers.test(error.name);
}

/** Providers name the kind of error in streams, where no status can follow the first byte. */
const statuses: readonly (readonly [RegExp, number])[] = [
  [/rate_limit|resource_exhausted|throttling|too_many/i, 429],
  [/overloaded|unavailable/i, 529],
  [/invalid_request|invalid_argument|invalid_prompt|context_length|validation/i, 400],
  [/authentication|unauthenticated/i, 401],
  [/permission/i, 403],
  [/not_found/i, 404],
  [/server_error|api_error|internal/i, 500],
];

/** An error that came as an event of a stream: text, or an object with a message and a kind somewhere. */
function describeEvent(event: unknown): Described {
  const text = typeof event === "string" ? event : JSON.stringify(event);
  const kinds = [...text.matchAll(/"(?:type|code|status)"\s*:\s*"([^"]+)"/g)].map(([, kind]) => kind).join(" ");
  const status = statuses.find(([pattern]) => pattern.test(kinds))?.[1] ?? null;
  return { status, message: messageIn(text) ?? text };
}

/** The first member `message` of a JSON text, however deep. */
function messageIn(json: string): string | null {
  const quoted = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(json)?.[1];
  return quoted === undefined ? null : JSON.parse(quoted);
}

function retryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const exact = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const given = headers["retry-after"];
  if (given === undefined) return undefined;
  const seconds = Number(given);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** Shortens last: a piece of a key would not be recognised. */
function withoutSecrets(message: string, secrets: readonly string[]): string {
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, "[key]"), message);
  return clean.length <= 500 ? clean : `${clean.slice(0, 499)}…`;
}
