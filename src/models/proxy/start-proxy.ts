import { randomBytes } from "node:crypto";
import { chmod } from "node:fs/promises";
import { createServer, Agent as HttpAgent, type Server } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { AddressInfo } from "node:net";
import { type ListenPlace, listening, stopServer } from "../../lib/http-server.ts";
import { BodyRoom } from "./read-body.ts";
import { type ProxyTools, serveRequest } from "./serve-request.ts";
import { ReturnedData } from "./translate.ts";

export interface ProxyOptions extends Pick<ProxyTools, "door" | "models" | "open"> {
  /** A unix socket to make, for sandboxes that mount it. Every user may connect: who sees it is up to the sandbox. */
  readonly socket?: string;
  /** Also listen on a free port of 127.0.0.1, for sandboxes that share the host's network. It asks for `ModelProxy.key`. */
  readonly listen?: boolean;
  /** See `ProxyTools.mayReachOut`; false unless it is given. */
  readonly mayReachOut?: boolean;
  /** The largest request. */
  readonly mostRequestBytes?: number;
  /** Learns of failures that neither an agent nor a provider has caused. */
  readonly onFailure: (error: unknown) => void;
}

/** A running proxy: agents reach their models through it. */
export interface ModelProxy extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`; null without `listen`. */
  readonly url: string | null;
  /** What agents use as their key. It is worth nothing elsewhere. */
  readonly key: string;
  /** Cuts what is open and waits until it is recorded. May be called again. */
  close(): Promise<void>;
}

/** As much as the largest provider takes. */
const usualRequestBytes = 32 * 2 ** 20;

/** Requests that are in memory at the same time. */
const roomBytes = 256 * 2 ** 20;

/** Starts the server through which agents that are programs reach the models of their run. */
export async function startProxy(options: ProxyOptions): Promise<ModelProxy> {
  const { door, models, open, onFailure, socket, mayReachOut = false } = options;
  const ending = new AbortController();
  const connections = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  const mostRequestBytes = options.mostRequestBytes ?? usualRequestBytes;
  const shared = { door, models, open, connections, mostRequestBytes, mayReachOut, signal: ending.signal };
  const tools = { ...shared, returned: new ReturnedData(), room: new BodyRoom(roomBytes) };
  const key = `mlebench-${randomBytes(24).toString("base64url")}`;
  const working = new Set<Promise<void>>();
  const servers: Server[] = [];
  const start = async (place: ListenPlace, neededKey: string | null): Promise<Server> => {
    const server = makeServer({ ...tools, key: neededKey }, working, onFailure);
    await listening(server, place);
    servers.push(server);
    return server;
  };
  const end = async (): Promise<void> => {
    ending.abort(new Error("The run has ended."));
    await Promise.allSettled(working);
    await Promise.all(servers.map(stopServer));
    connections.http.destroy();
    connections.https.destroy();
  };
  try {
    if (socket !== undefined) {
      await start({ path: socket }, null);
      await chmod(socket, 0o666);
    }
    const local = options.listen === true ? await start({ port: 0, host: "127.0.0.1" }, key) : null;
    const url = local === null ? null : `http://127.0.0.1:${(local.address() as AddressInfo).port}`;
    let closed: Promise<void> | undefined;
    const close = (): Promise<void> => {
      closed ??= end();
      return closed;
    };
    return { url, key, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await end();
    throw error;
  }
}

function makeServer(tools: ProxyTools, working: Set<Promise<void>>, onFailure: (error: unknown) => void): Server {
  const server = createServer((incoming, response) => {
    // A client may leave at any time.
    incoming.on("error", () => undefined);
    response.on("error", () => undefined);
    const work = serveRequest(incoming, response, tools)
      .catch((error) => {
        response.destroy();
        onFailure(error);
      })
      .finally(() => working.delete(work));
    working.add(work);
  });
  server.maxConnections = 1024;
  // Agents think for minutes between two calls and reuse their connection.
  server.keepAliveTimeout = 10 * 60_000;
  return server;
}
