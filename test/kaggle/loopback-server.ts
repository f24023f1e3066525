import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** A request as the server saw it. */
export interface SeenRequest {
  url: string;
  headers: IncomingMessage["headers"];
}

/** Answers one request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A real HTTP server on this machine, whose answers a test sets, closed when the tests of the file are done. */
export class LoopbackServer {
  url = "";
  readonly seen: SeenRequest[] = [];
  handler: Handler = (_, response) => response.writeHead(500).end();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.seen.push({ url: request.url ?? "", headers: request.headers });
      this.handler(request, response);
    });
  }

  static async start(): Promise<LoopbackServer> {
    const loopback = new LoopbackServer();
    await new Promise<void>((resolve) => loopback.#server.listen(0, "127.0.0.1", resolve));
    loopback.url = `http://127.0.0.1:${(loopback.#server.address() as AddressInfo).port}`;
    afterAll(() => loopback.stop());
    return loopback;
  }

  /** Forgets earlier requests and answers each following one with the next handler, the last one for ever. */
  answer(...handlers: Handler[]): void {
    this.seen.length = 0;
    let next = 0;
    this.handler = (request, response) => handlers[Math.min(next++, handlers.length - 1)]!(request, response);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Serves a file: with ranges and a tag if asked to, and cut off after so many bytes of body if asked to. */
export function serve(
  content: Buffer,
  options: {
    ranges?: boolean;
    etag?: string;
    heedIfRange?: boolean;
    cutAfter?: number;
    /** Cut only when so many bytes of the file have arrived, for tests that count on them. */
    arrived?: (bytes: number) => boolean;
    headers?: Record<string, string>;
  } = {},
): Handler {
  return (request, response) => {
    const { ranges = true, heedIfRange = true, cutAfter } = options;
    const tag: Record<string, string> = options.etag === undefined ? {} : { etag: options.etag };
    const ifRange = request.headers["if-range"];
    const range = request.headers.range?.match(/^bytes=(\d+)-$/);
    const fits =
      !heedIfRange ||
      ifRange === undefined ||
      ifRange === options.etag ||
      ifRange === options.headers?.["last-modified"];
    const start = ranges && range && fits ? Number(range[1]) : 0;
    if (start > 0 && start >= content.length) {
      response.writeHead(416, { "content-range": `bytes */${content.length}` }).end();
      return;
    }
    const body = content.subarray(start);
    const partial = start > 0 ? { "content-range": `bytes ${start}-${content.length - 1}/${content.length}` } : {};
    response.writeHead(start > 0 ? 206 : 200, {
      "content-length": body.length,
      ...tag,
      ...partial,
      ...options.headers,
    });
    if (cutAfter === undefined) {
      response.end(body);
      return;
    }
    response.write(body.subarray(0, cutAfter));
    const bytes = Math.min(start + cutAfter, content.length);
    const poll = setInterval(() => {
      if (!response.destroyed && options.arrived?.(bytes) === false) return;
      clearInterval(poll);
      response.destroy();
    }, 10);
  };
}

/** Answers a status with Kaggle's kind of JSON. */
export function fail(status: number, message: string, headers: Record<string, string> = {}): Handler {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ code: status, message }));
  };
}
