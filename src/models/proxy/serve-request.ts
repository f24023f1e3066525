import type { IncomingMessage, ServerResponse } from "node:http";
import type { Model } from "../../contracts/model.ts";
import { BenchError } from "../../lib/errors.ts";
import type { CallDoor } from "../calls/call-door.ts";
import { LimitReached } from "../calls/limit-reached.ts";
import type { ModelName } from "../model-name.ts";
import { anthropicMessages } from "../protocols/anthropic-messages/anthropic-messages.ts";
import { gemini } from "../protocols/gemini/gemini.ts";
import { protocols } from "../protocols/index.ts";
import { openAiChat } from "../protocols/openai-chat/openai-chat.ts";
import type { ErrorKind, Operation, Protocol } from "../protocols/protocol.ts";
import { ProviderFailure } from "../provider-failure.ts";
import type { ProviderConnections } from "./ask-provider.ts";
import { type Exchange, sendError, sendJson } from "./exchange.ts";
import { listModels } from "./list-models.ts";
import { passThrough } from "./pass-through.ts";
import type { ProxyModels } from "./proxy-models.ts";
import { BodyRefused, type BodyRoom, readBody } from "./read-body.ts";
import { sessionDoor, splitKey } from "./session-key.ts";
import { type ReturnedData, translate } from "./translate.ts";

/** What all requests of a run share. */
export interface ProxyTools {
  readonly door: CallDoor;
  readonly models: ProxyModels;
  /** A model for requests that must be translated. Its calls go through the same door. */
  readonly open: (name: ModelName, session: string | null) => Promise<Model>;
  readonly connections: ProviderConnections;
  readonly returned: ReturnedData;
  readonly room: BodyRoom;
  readonly mostRequestBytes: number;
  /** Whether providers may run tools and load content for the agent. */
  readonly mayReachOut: boolean;
  /** The key that requests must have; null where only the agent can connect. */
  readonly key: string | null;
  /** Aborted when the proxy closes. */
  readonly signal: AbortSignal;
}

/** Answers one HTTP request of an agent. Rejects only for failures of ours, after answering. */
export async function serveRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  tools: ProxyTools,
): Promise<void> {
  const method = incoming.method ?? "";
  const path = (incoming.url ?? "/").split("?")[0]!;
  // Some agents look whether anything is there before their first call.
  if ((method === "HEAD" || method === "GET") && path === "/") return sendJson(response, 200, { status: "ok" });
  const matched = matchProtocol(method, path);
  const protocol = matched?.protocol ?? likelyProtocol(incoming, path);
  const keys = keysOf(incoming);
  if (tools.key !== null && !keys.some(({ key }) => key === tools.key)) {
    return sendError({ response, protocol }, "unauthorized", "This address needs the key of its run.");
  }
  const session = keys.find((given) => given.session !== null)?.session ?? null;
  if (matched !== null) return await answer(incoming, response, { ...matched, session }, tools);
  const list = listModels(method, path, tools.models.names);
  if (list !== null) return sendJson(response, 200, list);
  sendError({ response, protocol }, "not-found", `There is no ${method} ${path.slice(0, 200)} here.`);
}

type Matched = { readonly protocol: Protocol; readonly operation: Operation };

function matchProtocol(method: string, path: string): Matched | null {
  for (const protocol of protocols) {
    const operation = protocol.match(method, path);
    if (operation !== null) return { protocol, operation };
  }
  return null;
}

/** Whose errors the client of an unknown path understands. */
function likelyProtocol({ headers }: IncomingMessage, path: string): Protocol {
  if (headers["anthropic-version"] !== undefined) return anthropicMessages;
  return path.startsWith("/v1beta") || headers["x-goog-api-key"] !== undefined ? gemini : openAiChat;
}

function keysOf({ headers, url }: IncomingMessage) {
  const given = [
    headers.authorization?.replace(/^Bearer\s+/i, ""),
    headers["x-api-key"],
    headers["x-goog-api-key"],
    headers["api-key"],
    new URLSearchParams(url?.split("?")[1]).get("key"),
  ];
  return given.flatMap((key) => (typeof key === "string" ? [splitKey(key)] : []));
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  { protocol, operation, session }: Matched & Pick<Exchange, "session">,
  tools: ProxyTools,
): Promise<void> {
  const left = new AbortController();
  response.once("close", () => left.abort(new Error("The client has left.")));
  try {
    const body = await readBody(incoming, tools.mostRequestBytes, tools.room);
    try {
      const header = protocol.readHeader(body.json, operation);
      const signal = AbortSignal.any([left.signal, tools.signal]);
      await dispatch({ incoming, response, protocol, operation, session, header, body, signal }, tools);
    } finally {
      body.release();
    }
  } catch (error) {
    if (!left.signal.aborted) answerFailure({ response, protocol }, error);
    if (isOurs(error) && !left.signal.aborted && !tools.signal.aborted) throw error;
  }
}

async function dispatch(exchange: Exchange, tools: ProxyTools): Promise<void> {
  const { protocol, operation, header, session } = exchange;
  const { model, refusal } = header;
  if (model === null) return sendError(exchange, "invalid-request", "The request does not name a model.");
  if (refusal !== undefined) return sendError(exchange, "invalid-request", refusal);
  const destination = tools.models.find(model, protocol, operation.name);
  if (destination === null) {
    const names = tools.models.names.join(", ");
    return sendError(
      exchange,
      "unknown-model",
      `The model \`${model.slice(0, 200)}\` does not exist. There are: ${names}.`,
    );
  }
  if (destination.kind === "provider") {
    const { reachesOut } = header;
    if (reachesOut.length > 0 && !tools.mayReachOut) {
      return sendError(exchange, "invalid-request", describeReach(reachesOut));
    }
    return await passThrough(exchange, destination, sessionDoor(tools.door, session), tools.connections);
  }
  await translate(exchange, protocol.conversation!, await tools.open(destination.name, session), tools.returned);
}

function describeReach(names: readonly string[]): string {
  const listed = [...new Set(names)].map((name) => `\`${name.slice(0, 100)}\``).join(", ");
  return (
    `This request would let the provider reach out of the sandbox, whose network is closed: ${listed}. ` +
    "Leave that out of the request; `mlebench run --allow-provider-tools` permits it."
  );
}

/** Failures that neither the client nor a provider has caused. */
const isOurs = (error: unknown): boolean =>
  !(
    error instanceof BodyRefused ||
    error instanceof LimitReached ||
    error instanceof ProviderFailure ||
    isUnpriced(error)
  );

/** A model that a pattern allows, but whose cost cannot be limited. */
const isUnpriced = (error: unknown): error is BenchError =>
  error instanceof BenchError && error.code === "unknown-price";

function answerFailure(exchange: Pick<Exchange, "response" | "protocol">, error: unknown): void {
  const { kind, message, headers } = describeFailure(error);
  sendError(exchange, kind, message, headers);
}

function describeFailure(error: unknown): { kind: ErrorKind; message: string; headers?: Record<string, string> } {
  if (error instanceof BodyRefused) return { kind: error.kind, message: error.message };
  if (error instanceof LimitReached) return { kind: "limit", message: error.message };
  if (isUnpriced(error)) return { kind: "unknown-model", message: error.message };
  if (!(error instanceof ProviderFailure)) {
    return { kind: "provider-failure", message: "The harness could not make this call." };
  }
  const { status, retryAfterMs, message } = error;
  const headers: Record<string, string> =
    retryAfterMs === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterMs / 1000)) };
  return { kind: kindOf(status), message, headers };
}

/** The kind of error that another provider's status stands for. */
function kindOf(status: number | null): ErrorKind {
  if (status === 429) return "rate-limit";
  if (status === 503 || status === 529) return "overloaded";
  return status !== null && status >= 400 && status < 429 ? "invalid-request" : "provider-failure";
}
