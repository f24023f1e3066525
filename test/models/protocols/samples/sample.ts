import type { ModelAnswer, ModelRequest } from "../../../../src/contracts/model.ts";
import type { Protocol, RequestHeader } from "../../../../src/models/protocols/protocol.ts";

/** What a client and a provider exchanged in one call, written by hand, and how it reads in our own terms. */
export interface Sample {
  readonly protocol: Protocol;
  readonly path: string;
  readonly header: { readonly model: string } & RequestHeader;
  readonly request: unknown;
  readonly readRequest: ModelRequest | null;
  /** The stream, and the same answer as it would have come without streaming. */
  readonly stream: string;
  readonly body: unknown;
  readonly answer: ModelAnswer;
}

export const events = (...data: readonly unknown[]): string =>
  data.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`).join("");

export const namedEvents = (...data: readonly { readonly type: string; readonly [key: string]: unknown }[]): string =>
  data.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
