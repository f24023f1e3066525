import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { hasCode } from "../../lib/error-code.ts";
import type { ErrorKind } from "../protocols/protocol.ts";
import { dangerOf } from "./check-json.ts";

/** Why a body cannot be used. */
export class BodyRefused extends Error {
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Bounds the bodies that are in memory at the same time. */
export class BodyRoom {
  #free: number;

  constructor(bytes: number) {
    this.#free = bytes;
  }

  /** @throws BodyRefused when there is no room now. */
  take(bytes: number): void {
    if (bytes > this.#free) throw new BodyRefused("overloaded", "Too many large requests at once. Try again later.");
    this.#free -= bytes;
  }

  release(bytes: number): void {
    this.#free += bytes;
  }
}

export interface RequestBody {
  /** As they came. */
  readonly bytes: Buffer;
  readonly json: unknown;
  /** Makes room for other bodies. */
  release(): void;
}

/** @throws BodyRefused when it is too large, not JSON, dangerous to pass on, or compressed in an unknown way. */
export async function readBody(incoming: IncomingMessage, mostBytes: number, room: BodyRoom): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  let length = 0;
  const release = (): void => room.release(length);
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      if (length + chunk.length > mostBytes) throw tooLarge(mostBytes);
      room.take(chunk.length);
      length += chunk.length;
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    const plain = await decompress(bytes, incoming.headers["content-encoding"], mostBytes);
    return { bytes, json: parse(plain), release };
  } catch (error) {
    release();
    throw error;
  }
}

const tooLarge = (mostBytes: number): BodyRefused =>
  new BodyRefused("too-large", `The request is larger than ${mostBytes / 2 ** 20} MB.`);

const decoders = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) };

async function decompress(bytes: Buffer, encoding: string | undefined, maxOutputLength: number): Promise<Buffer> {
  if (encoding === undefined || encoding === "identity") return bytes;
  const decode = Object.entries(decoders).find(([name]) => name === encoding)?.[1];
  const known = `Use no compression, or ${Object.keys(decoders).join(", ")}.`;
  if (decode === undefined) throw new BodyRefused("invalid-request", `Unknown compression ${encoding}. ${known}`);
  try {
    return await decode(bytes, { maxOutputLength });
  } catch (error) {
    if (hasCode(error, "ERR_BUFFER_TOO_LARGE")) throw tooLarge(maxOutputLength);
    throw new BodyRefused("invalid-request", `The request cannot be decompressed as ${encoding}. ${known}`);
  }
}

function parse(bytes: Buffer): unknown {
  const danger = dangerOf(bytes);
  if (danger !== null) throw new BodyRefused("invalid-request", danger);
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new BodyRefused("invalid-request", "The request is not JSON.");
  }
}
