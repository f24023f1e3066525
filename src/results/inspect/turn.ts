import type { ModelMessage, ModelTool } from "../../contracts/model.ts";
import type { Said } from "../../runs/state/read-conversation.ts";
import type { InspectUsage } from "./log-types.ts";

/** A message and its place in the pool. */
export interface AddedMessage {
  readonly message: ModelMessage;
  readonly place: number;
}

/** One request to a model and its answer, wherever the record of it comes from. */
export interface Turn {
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly model: string;
  readonly answeredBy: string;
  readonly role: string | null;
  /** The places of the request's messages in the pool. */
  readonly input: readonly number[];
  /** What is new in it. */
  readonly added: readonly AddedMessage[];
  readonly tools: readonly ModelTool[];
  readonly answer: Said | null;
  readonly finishReason: string | null;
  readonly usage: InspectUsage | null;
  readonly retries: number;
  readonly waitedMs: number;
  readonly failure: string | null;
}
