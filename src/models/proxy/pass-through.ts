import { hasCode } from "../../lib/error-code.ts";
import type { CallDoor, OpenCall } from "../calls/call-door.ts";
import { unknownUsage } from "../unknown-usage.ts";
import { AnswerReader } from "./answer-reader.ts";
import { askProvider, type BegunAnswer, type FailedTry, type ProviderConnections } from "./ask-provider.ts";
import { type Exchange, sendError } from "./exchange.ts";
import { outgoingHeaders, returnedHeaders } from "./headers.ts";
import { KeyGuard, secretsIn } from "./key-guard.ts";
import type { Destination } from "./proxy-models.ts";
import { sendRecorded } from "./send-recorded.ts";

/**
 * Lets the provider answer: bytes pass unchanged in both directions, with the host's key put in. Until the first byte of an
 * answer, failures are tried again as the door allows.
 */
export async function passThrough(
  exchange: Exchange,
  destination: Extract<Destination, { kind: "provider" }>,
  door: CallDoor,
  connections: ProviderConnections,
): Promise<void> {
  const { body, header, operation, signal } = exchange;
  const { maxOutputTokens } = header;
  const call = await door.begin({
    name: destination.name,
    role: null,
    protocol: operation.name,
    request: body.json,
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
    signal,
  });
  if (call.recorded !== undefined) return sendRecorded(exchange, call.recorded.body);
  const asked = providerRequest(exchange, destination);
  for (;;) {
    const tried = await askProvider(asked, connections, call.signal);
    if ("first" in tried) return await passAnswer(exchange, call, tried, asked.secrets);
    if (signal.aborted) return call.failed({ status: null, message: "The client has left.", usage: unknownUsage });
    if (!(await call.retry(tried))) return giveUp(exchange, call, tried, asked.secrets);
  }
}

function providerRequest(exchange: Exchange, { name, endpoint, renamed }: Extract<Destination, { kind: "provider" }>) {
  const { incoming, protocol, operation, body } = exchange;
  const target = renamed ? protocol.rename(body.json, operation, name.model) : null;
  const url = new URL(`${endpoint.baseUrl}${target?.path ?? operation.path}`);
  for (const [key, value] of new URLSearchParams(incoming.url?.split("?")[1])) {
    if (key !== "key") url.searchParams.append(key, value);
  }
  const { "content-encoding": encoding, ...headers } = incoming.headers;
  const bytes = target === null ? body.bytes : Buffer.from(JSON.stringify(target.body));
  const client = target === null && encoding !== undefined ? incoming.headers : headers;
  return {
    url,
    headers: outgoingHeaders(client, endpoint.headers, bytes.length),
    body: bytes,
    secrets: secretsIn(endpoint.headers),
  };
}

/** Passes the provider's last error on. */
function giveUp(exchange: Exchange, call: OpenCall, failed: FailedTry, secrets: readonly string[]): void {
  const { status, message, error } = failed;
  call.failed({ status, message });
  if (error === null) sendError(exchange, "provider-failure", message);
  else {
    const { "content-length": _, ...headers } = returnedHeaders(error.message.headers, secrets);
    exchange.response.writeHead(status ?? 502, headers).end(error.body);
  }
}

async function passAnswer(
  exchange: Exchange,
  call: OpenCall,
  { message, first, rest }: BegunAnswer,
  secrets: readonly string[],
): Promise<void> {
  const { response, protocol, signal } = exchange;
  const reader = new AnswerReader(protocol, isStream(exchange, message.headers["content-type"] ?? ""));
  const guard = new KeyGuard(secrets);
  let cut: string | null = null;
  try {
    response.writeHead(message.statusCode ?? 200, returnedHeaders(message.headers, secrets));
    for (let chunk = first; chunk !== null; chunk = await nextChunk(rest)) {
      call.heard();
      const bytes = guard.push(chunk);
      reader.push(bytes);
      await pass(response, bytes, call.signal);
    }
    const held = guard.end();
    reader.push(held);
    response.write(held);
  } catch (error) {
    message.destroy();
    cut = signal.aborted ? "The client has left." : `The answer broke off: ${reasonOf(error, call.signal)}`;
  }
  settle(call, reader, cut);
  // The record comes first: a client that has the whole answer can rely on it.
  if (cut === null) response.end();
  else response.destroy();
}

/** A provider may answer in one piece though a stream was asked for. Gemini's streams may be JSON, too. */
function isStream({ header, operation }: Exchange, contentType: string): boolean {
  if (contentType.startsWith("text/event-stream")) return true;
  return header.stream && (!contentType.includes("json") || operation.stream === true);
}

async function nextChunk(rest: AsyncIterator<Buffer>): Promise<Buffer | null> {
  const { done, value } = await rest.next();
  return done === true ? null : value;
}

class ClientStalled extends Error {}

/** Waits while the client does not take more, so that the provider waits too. */
async function pass(response: Exchange["response"], bytes: Buffer, signal: AbortSignal): Promise<void> {
  if (bytes.length === 0 || response.write(bytes)) return;
  await new Promise<void>((resolve, reject) => {
    const finish = (error?: unknown): void => {
      response.off("drain", finish).off("close", fail);
      signal.removeEventListener("abort", fail);
      if (error === undefined) resolve();
      else reject(error);
    };
    const fail = (): void => finish(new ClientStalled("the client does not read it."));
    response.once("drain", finish).once("close", fail);
    signal.addEventListener("abort", fail);
    if (signal.aborted || response.destroyed) fail();
  });
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  const reason = signal.aborted && !(error instanceof ClientStalled) ? signal.reason : error;
  if (hasCode(reason, "ECONNRESET")) return "the provider closed the connection.";
  return reason instanceof Error ? reason.message : String(reason);
}

function settle(call: OpenCall, reader: AnswerReader, cut: string | null): void {
  const read = reader.end(cut);
  if ("answer" in read) call.finished(read.answer);
  else call.failed({ status: null, message: read.failure, body: read.body, usage: read.usage });
}
