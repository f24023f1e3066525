import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorKind, Operation, Protocol, RequestHeader } from "../protocols/protocol.ts";
import type { RequestBody } from "./read-body.ts";

/** One request of an agent for a model's answer. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly protocol: Protocol;
  readonly operation: Operation;
  /** The session of the program that asks; null for none. */
  readonly session: string | null;
  readonly header: RequestHeader;
  readonly body: RequestBody;
  /** Aborted when the client has left, or the proxy closes. */
  readonly signal: AbortSignal;
}

/** Answers with an error in the protocol's own shape. After the first byte of an answer, it can only be cut. */
export function sendError(
  { response, protocol }: Pick<Exchange, "response" | "protocol">,
  kind: ErrorKind,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { status, body } = protocol.writeError(kind, message);
  sendJson(response, status, body, kind === "limit" ? { ...headers, "x-should-retry": "false" } : headers);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return void response.destroy();
  const text = JSON.stringify(body);
  const common = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  response.writeHead(status, { ...common, ...headers }).end(text);
}
