import type { ModelAnswer, ModelRequest } from "../../contracts/model.ts";
import type { ProtocolName } from "./protocol-name.ts";

/**
 * One wire protocol: it reads and writes the HTTP bodies that clients and providers exchange. Reading never throws: bodies
 * come from programs and servers that we do not control, and what is missing or malformed counts as absent.
 */
export interface Protocol {
  readonly name: ProtocolName;
  /** What a request asks for, by method and path (without the query); null when it is not of this protocol. */
  match(method: string, path: string): Operation | null;
  /** What the harness must know before it lets a request pass. */
  readHeader(body: unknown, operation: Operation): RequestHeader;
  /** The same request for another model, without other changes. */
  rename(body: unknown, operation: Operation, model: string): { readonly body: unknown; readonly path: string };
  /** An answer that was not streamed, in our own terms. */
  readAnswer(body: unknown): ModelAnswer;
  /** A reader that turns a stream into the answer that would have come without streaming. */
  assemble(): StreamAssembler;
  writeError(kind: ErrorKind, message: string): WireError;
  /** Null when its requests are not conversations: then only a provider that speaks the protocol can answer. */
  readonly conversation: Conversation | null;
}

/** What it takes to let any model answer a request. */
export interface Conversation {
  /** The request in our own terms. */
  readRequest(body: unknown): ModelRequest;
  /** An answer that is not streamed. */
  writeAnswer(answer: ModelAnswer, context: AnswerContext): unknown;
  /** Writes an answer as a stream of server-sent events. */
  stream(context: AnswerContext): StreamWriter;
  /** A recorded answer as the stream that is assembled to it: nothing is lost, signed reasoning included. */
  repeat(body: unknown): string;
  /** The answer to a request that only counts tokens. */
  writeCount(tokens: number): unknown;
}

export interface Operation {
  /** What the record of a call names: the protocol, or the part of it that counts tokens. */
  readonly name: ProtocolName;
  /** `count`: the request only asks how many tokens it has. */
  readonly action: "answer" | "count";
  /** Path below the provider's base URL, which ends with the version of its interface. */
  readonly path: string;
  /** For protocols that have these in the path and not in the body. */
  readonly model?: string;
  readonly stream?: boolean;
}

export interface RequestHeader {
  /** Null when the request names none. */
  readonly model: string | null;
  readonly stream: boolean;
  readonly maxOutputTokens: number | null;
  /**
   * What the provider itself would reach out for, beyond the model: tools that it runs, such as a web search, and content
   * that it loads from an address. The sandbox's network does not hold that back.
   */
  readonly reachesOut: readonly string[];
  /** What the request asks for and cannot have, as a sentence. */
  readonly refusal?: string;
}

/** What an answer has to repeat from its request. */
export interface AnswerContext {
  /** The model by the name that the client used. */
  readonly model: string;
  readonly request: unknown;
}

export interface StreamAssembler {
  /** Bytes as they arrive, cut anywhere. */
  push(bytes: Uint8Array): void;
  /** Call it once, after the last byte. */
  end(): AssembledStream;
}

export interface AssembledStream {
  /** The answer as it would have been without streaming. Text beyond `longestText` is left out. */
  readonly body: unknown;
  /** Whether the stream came to its regular end. */
  readonly isComplete: boolean;
  /** The error that the provider reported within the stream. */
  readonly error: string | null;
}

/** Turns an answer into the text of a stream, piece by piece. */
export interface StreamWriter {
  /** A piece of the answer's text. */
  text(piece: string): string;
  /** Everything but the text, and the regular end. */
  end(answer: ModelAnswer): string;
}

/** Why a request is not answered by a model. */
export type ErrorKind =
  | "invalid-request"
  | "unauthorized"
  | "unknown-model"
  | "not-found"
  | "too-large"
  | "limit"
  | "rate-limit"
  | "overloaded"
  | "provider-failure";

export interface WireError {
  readonly status: number;
  readonly body: unknown;
}
