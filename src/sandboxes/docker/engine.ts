import { type IncomingMessage, request } from "node:http";
import { z } from "zod";
import { SandboxUnavailable } from "../../lib/errors.ts";

/** The engine's answer, read to its end. */
interface EngineAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A Docker engine, or podman's service, at its socket. Paths are those of its HTTP API. */
export interface DockerEngine {
  readonly socket: string;
  /** Sends a request and reads the whole answer, whatever its status. */
  ask(method: string, path: string, body?: unknown): Promise<EngineAnswer>;
  /** Sends a request and throws `SandboxUnavailable` unless it succeeds. */
  demand(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Attaches to a container's output. A refusal is returned: with podman, this step prepares the container. */
  attach(container: string): Promise<AttachedOutput | EngineAnswer>;
}

/** A container's output. Nothing is lost, or taken from the engine, before it is read. */
interface AttachedOutput {
  /** Passes on all output, past and future; resolves when the container has closed it. */
  read(onOutput: (chunk: Uint8Array) => void): Promise<void>;
}

// The oldest API version with everything used here. The newest engines only accept later ones.
const wanted = 1.41;
// Podman's own API, below `/libpod/`, has its own version numbers.
const podmanVersion = "/v4.0.0";
const versions = z.object({ ApiVersion: z.string(), MinAPIVersion: z.string().optional() });

/** A client for the engine at a unix socket. */
export function dockerEngine(socket: string): DockerEngine {
  let version: Promise<string> | undefined;
  const send = (method: string, path: string, body?: unknown) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = text === undefined ? {} : { "Content-Type": "application/json" };
    const outgoing = request({ socketPath: socket, path, method, headers, agent: false });
    outgoing.end(text);
    return outgoing;
  };
  const exchange: DockerEngine["ask"] = (method, path, body) =>
    new Promise((resolve, reject) => {
      const fail = (cause: Error): void =>
        reject(new SandboxUnavailable(`The Docker engine at ${socket} does not answer: ${cause.message}`, { cause }));
      const outgoing = send(method, path, body);
      outgoing.once("error", fail);
      outgoing.once("response", (response) => {
        response.once("error", fail);
        readAll(response, (text) => resolve({ status: response.statusCode!, body: parse(text) }));
      });
    });
  const prefix = async (): Promise<string> => {
    version ??= exchange("GET", "/version").then(({ body }) => chooseVersion(body));
    // An engine that does not answer now may do so later.
    version.catch(() => {
      version = undefined;
    });
    return await version;
  };
  const ask: DockerEngine["ask"] = async (method, path, body) =>
    await exchange(method, (path.startsWith("/libpod/") ? podmanVersion : await prefix()) + path, body);
  return {
    socket,
    ask,
    demand: async (method, path, body) => {
      const answer = await ask(method, path, body);
      if (answer.status < 400) return answer.body;
      throw new SandboxUnavailable(`Docker refused ${method} ${path}: ${messageOf(answer)}`);
    },
    attach: async (container) => {
      const start = await prefix();
      return await new Promise((resolve, reject) => {
        const outgoing = send("POST", `${start}/containers/${container}/attach?stream=1&stdout=1&stderr=1`);
        outgoing.once("error", reject);
        outgoing.once("response", (response) => {
          if (response.statusCode! >= 400) {
            readAll(response, (text) => resolve({ status: response.statusCode!, body: parse(text) }));
            return;
          }
          // The engine ends the stream by closing it.
          const ended = new Promise<void>((done) => response.once("close", () => done()));
          const read: AttachedOutput["read"] = (onOutput) => {
            response.on("data", frameSplitter(onOutput));
            return ended;
          };
          resolve({ read });
        });
      });
    },
  };
}

function chooseVersion(body: unknown): string {
  const { ApiVersion, MinAPIVersion } = versions.parse(body);
  const chosen = Math.min(Number(ApiVersion), Math.max(wanted, Number(MinAPIVersion ?? 0)));
  return `/v${chosen.toFixed(2)}`;
}

/** The engine's reason for a refusal. */
export function messageOf({ status, body }: EngineAnswer): string {
  const message = typeof body === "object" && body !== null && "message" in body ? String(body.message) : String(body);
  return `${message.trim()} (${status})`;
}

/** Output arrives in frames: the stream's number, three zeros, a length in four bytes, then that many bytes. */
function frameSplitter(onOutput: (chunk: Uint8Array) => void): (chunk: Buffer) => void {
  let header = Buffer.alloc(0);
  let left = 0;
  return (chunk) => {
    let rest = chunk;
    while (rest.length > 0) {
      if (left > 0) {
        const part = rest.subarray(0, left);
        left -= part.length;
        rest = rest.subarray(part.length);
        onOutput(part);
      } else {
        const needed = 8 - header.length;
        header = Buffer.concat([header, rest.subarray(0, needed)]);
        rest = rest.subarray(needed);
        if (header.length < 8) return;
        left = header.readUInt32BE(4);
        header = Buffer.alloc(0);
      }
    }
  };
}

function readAll(response: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  response.on("data", (chunk: Buffer) => chunks.push(chunk));
  response.once("end", () => done(Buffer.concat(chunks).toString("utf8")));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
