import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** A request to a provider as it went over the wire. */
export interface WireRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  readonly body: any;
}

export type WireAnswer = (response: ServerResponse) => void;

/** A provider on this machine: keeps what it is asked and answers what a test tells it to. */
export interface WireServer {
  readonly url: string;
  readonly requests: WireRequest[];
  /** Answers the next requests, the last answer for ever. */
  answer(...answers: WireAnswer[]): void;
}

export async function startWireServer(): Promise<WireServer> {
  const requests: WireRequest[] = [];
  let answers: WireAnswer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString() || "null");
    requests.push({ path: request.url ?? "", headers: request.headers, body });
    (answers.length > 1 ? answers.shift()! : answers[0]!)(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    answer(...given) {
      requests.length = 0;
      answers = given;
    },
  };
}

/** Events as providers stream them; those with a `type` are named by it. */
export function events(...data: readonly (object | string)[]): WireAnswer {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const each of data) {
      const name = typeof each === "object" && "type" in each ? `event: ${each.type}\n` : "";
      response.write(`${name}data: ${typeof each === "string" ? each : JSON.stringify(each)}\n\n`);
    }
    response.end();
  };
}

export function status(code: number, body: object | string, headers: Record<string, string> = {}): WireAnswer {
  return (response) => {
    const type = typeof body === "string" ? "text/html" : "application/json";
    response.writeHead(code, { "content-type": type, ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}
