import type { IncomingHttpHeaders } from "node:http";
import type { ModelAnswer, ModelRequest, ModelUsage, ToolCall } from "../../contracts/model.ts";
import type { ProtocolName } from "../protocols/protocol-name.ts";

/** A request as the scripted server received it. */
export interface ScriptedCall {
  /** Counts from 0. */
  readonly number: number;
  readonly protocol: ProtocolName;
  readonly model: string;
  readonly stream: boolean;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes of the body. */
  readonly bytes: Buffer;
  /** In our own terms; null when it is not a conversation. */
  readonly request: ModelRequest | null;
}

/** What the scripted server does with a request. */
export type ScriptedReply = ScriptedAnswer | ScriptedError | ScriptedBytes | { readonly hang: true };

export interface ScriptedAnswer {
  readonly text?: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly usage?: Partial<ModelUsage>;
  /** Default: what fits the tool calls. */
  readonly finishReason?: ModelAnswer["finishReason"];
  /** Before the first byte. */
  readonly delayMs?: number;
  /** Between two pieces of a stream. */
  readonly pieceMs?: number;
  /** Cuts the connection after this many pieces of a stream, or in the middle of an answer that is not streamed. */
  readonly cutAfter?: number;
}

interface ScriptedError {
  readonly error: { readonly status: number; readonly message?: string; readonly retryAfterSeconds?: number };
}

/** Bytes as they are, whatever the protocol: garbage, or more than anyone can take. */
interface ScriptedBytes {
  readonly bytes: Uint8Array;
  /** How many times in a row. Default: once. */
  readonly repeat?: number;
  readonly contentType?: string;
}
