import { type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { type Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { TryFailure } from "../calls/call-door.ts";
import { errorIn } from "../protocols/event-assembler.ts";
import { asRecord, parseLoosely } from "../protocols/loose-json.ts";
import { retryAfterMs } from "./headers.ts";
import { KeyGuard } from "./key-guard.ts";

/** Connections to providers, kept open between requests. */
export interface ProviderConnections {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

export interface ProviderRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
  readonly secrets: readonly string[];
}

/** An answer whose first bytes are there. */
export interface BegunAnswer {
  readonly message: IncomingMessage;
  readonly first: Buffer | null;
  readonly rest: AsyncIterator<Buffer>;
}

/** A try that failed, with the provider's own error if there was one. */
export interface FailedTry extends TryFailure {
  readonly error: { readonly message: IncomingMessage; readonly body: Buffer } | null;
}

/** Errors are short; more than this of one is left out. */
const longestError = 2 ** 20;

/** Tries once. Resolves when the first byte of the answer is there, or it has failed. */
export async function askProvider(
  asked: ProviderRequest,
  connections: ProviderConnections,
  signal: AbortSignal,
): Promise<BegunAnswer | FailedTry> {
  try {
    const message = await send(asked, connections, signal);
    const status = message.statusCode ?? 0;
    if (status < 200 || status >= 300) return await readError(message, status, asked.secrets);
    const rest = message[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const { done, value } = await rest.next();
    return { message, first: done === true ? null : value, rest };
  } catch (error) {
    const reason = signal.aborted ? signal.reason : error;
    return { status: null, message: whyNoAnswer(reason, asked), error: null };
  }
}

function send({ url, headers, body }: ProviderRequest, connections: ProviderConnections, signal: AbortSignal) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const [request, agent] =
      url.protocol === "https:" ? [httpsRequest, connections.https] : [httpRequest, connections.http];
    const outgoing = request(url, { method: "POST", headers, agent: agent as HttpAgent & HttpsAgent, signal });
    outgoing.once("response", resolve).on("error", reject).end(body);
  });
}

async function readError(message: IncomingMessage, status: number, secrets: readonly string[]): Promise<FailedTry> {
  const guard = new KeyGuard(secrets);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestError) break;
    chunks.push(guard.push(chunk));
  }
  const body = Buffer.concat([...chunks, guard.end()]);
  const after = retryAfterMs(message.headers);
  const said = errorIn(asRecord(parseLoosely(body.toString("utf8")))) ?? body.toString("utf8").slice(0, 500);
  return {
    status,
    message: said || `The provider answered with status ${status}.`,
    ...(after === undefined ? {} : { retryAfterMs: after }),
    error: { message, body },
  };
}

/** In words, without anything of the request. */
function whyNoAnswer(error: unknown, { url, secrets }: ProviderRequest): string {
  const { message, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  const said = `No answer from ${url.host}: ${message || code || "the connection failed"}`;
  return secrets.reduce((text, secret) => text.replaceAll(secret, "***"), said);
}
