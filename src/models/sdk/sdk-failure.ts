import { AISDKError, APICallError } from "@ai-sdk/provider";
import { BenchError } from "../../lib/errors.ts";
import { ProviderFailure } from "../provider-failure.ts";

/** A stream that ended before the answer did. */
export class CutStream extends BenchError {
  constructor() {
    super("cut-stream", "the answer broke off before its end");
  }
}

/** What a provider's error means for the caller, without the values of `secrets`. */
export function failureOf(error: unknown, name: string, secrets: readonly string[]): unknown {
  const described = describe(error);
  if (described === null) return error;
  const { status, message, retryAfterMs } = described;
  const text = `${name}: ${status === null ? "" : `${status}, `}${withoutSecrets(message, secrets)}`;
  return new ProviderFailure(text, { status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}

interface Described {
  readonly status: number | null;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
}

/** Null for errors of ours, which no further try can help. */
function describe(error: unknown): Described | null {
  if (error instanceof CutStream) return { status: null, message: error.message };
  if (APICallError.isInstance(error)) return describeCall(error);
  if (AISDKError.isInstance(error)) return isAboutAnswer(error) ? { status: null, message: error.message } : null;
  // undici, when a connection breaks while the answer arrives: "terminated".
  if (error instanceof TypeError && error.cause !== undefined) return { status: null, message: causes(error) };
  if (error instanceof Error && "code" in error) return { status: null, message: error.message };
  return error instanceof Error ? null : describeEvent(error);
}

/** The first line of an error page says enough when it is not the JSON that the provider documents. */
function describeCall(error: APICallError): Described {
  const body = error.responseBody?.trim() ?? "";
  const isOwn = error.message !== "" && body.startsWith("{");
  const excerpt = body.replace(/\s+/g, " ").slice(0, 200);
  const message = error.statusCode === undefined ? causes(error) : error.message;
  return {
    status: error.statusCode ?? null,
    message: isOwn || excerpt === "" ? message : `${message}: ${excerpt}`,
    retryAfterMs: retryAfter(error.responseHeaders ?? {}),
  };
}

/** A message with those of its causes: "fetch failed" alone helps nobody. */
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
  const message = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  const kinds = [...text.matchAll(/"(?:type|code|status)"\s*:\s*"([^"]+)"/g)].map(([, kind]) => kind).join(" ");
  const status = statuses.find(([pattern]) => pattern.test(kinds))?.[1] ?? null;
  return { status, message: message === undefined ? text.slice(0, 500) : JSON.parse(message) };
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

function withoutSecrets(message: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret !== "").reduce((text, secret) => text.replaceAll(secret, "[key]"), message);
}
