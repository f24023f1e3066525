import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { listening, stopServer } from "../../lib/http-server.ts";
import { protocols } from "../protocols/index.ts";
import { parseLoosely } from "../protocols/loose-json.ts";
import { playReply } from "./play-reply.ts";
import type { ScriptedCall, ScriptedReply } from "./scripted-reply.ts";

/** A provider that answers from a script, on a port of this machine. */
export interface ScriptedServer extends AsyncDisposable {
  /** Without a version: OpenAI's protocols are below `/v1`, Gemini's below `/v1beta`. */
  readonly url: string;
  /** Every request so far that a reply was played for. */
  readonly calls: readonly ScriptedCall[];
  close(): Promise<void>;
}

/** Replies in the order of the requests, of which the last one is for all that follow; or a choice for each request. */
export type ServerScript = readonly ScriptedReply[] | ((call: ScriptedCall) => ScriptedReply);

/** Starts a server that speaks every protocol. Requests that count tokens are answered without the script. */
export async function startScriptedServer(script: ServerScript): Promise<ScriptedServer> {
  const calls: ScriptedCall[] = [];
  const choose = (call: ScriptedCall): ScriptedReply =>
    typeof script === "function" ? script(call) : (script[call.number] ?? script.at(-1) ?? { text: "" });
  const server = createServer((request, response) => {
    // A client may leave at any time.
    response.on("error", () => undefined);
    serve(request, response, calls, choose).catch(() => response.destroy());
  });
  await listening(server, { port: 0, host: "127.0.0.1" });
  const close = (): Promise<void> => stopServer(server);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, calls, close, [Symbol.asyncDispose]: close };
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  calls: ScriptedCall[],
  choose: (call: ScriptedCall) => ScriptedReply,
): Promise<void> {
  const url = incoming.url ?? "/";
  const bytes = await buffer(incoming);
  const path = url.split("?")[0]!;
  const found = protocols
    .map((protocol) => ({ protocol, operation: protocol.match(incoming.method ?? "", path) }))
    .find(({ operation }) => operation !== null);
  if (found === undefined) return void response.writeHead(404).end();
  const { protocol } = found;
  const operation = found.operation!;
  const body = parseLoosely(bytes.toString("utf8"));
  const { model, stream } = protocol.readHeader(body, operation);
  const context = { model: model ?? "", request: body };
  if (operation.action === "count") {
    const count = protocol.conversation?.writeCount(Math.ceil(bytes.length / 4));
    return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(count));
  }
  const request = protocol.conversation?.readRequest(body) ?? null;
  const { headers } = incoming;
  const call = {
    number: calls.length,
    protocol: operation.name,
    model: context.model,
    stream,
    url,
    headers,
    bytes,
    request,
  };
  calls.push(call);
  await playReply(choose(call), response, { protocol, stream, context });
}
