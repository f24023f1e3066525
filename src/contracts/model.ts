/**
 * A language model as agents see it, whatever the provider. Every call goes through the harness, which applies the run's
 * limits, retries and records; `src/models` is the place for implementations.
 */
export interface Model {
  /** `provider/model`, as it was asked for. */
  readonly name: string;
  /** The model for one part of the work, such as `reasoning` or `coding`: this one unless the role has its own. */
  forRole(role: string): Model;
  /** Rejects when the call failed for good, a limit is used up, or the signal is aborted. */
  call(request: ModelRequest): Promise<ModelAnswer>;
}

/** How much a model thinks before it answers. Providers refuse what a model does not have. */
export const reasoningEfforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];

export interface ModelRequest {
  /** The whole conversation so far, oldest first. */
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  readonly maxOutputTokens?: number;
  /**
   * What the agent would like. It is left out for models that are not known to take it; an effort that the user set for the
   * run's models counts instead.
   */
  readonly reasoningEffort?: ReasoningEffort;
  readonly signal?: AbortSignal;
  /** Asks for a stream: called with each piece of text as it arrives. The answer still holds all of it. */
  readonly onText?: (piece: string) => void;
}

export type ModelMessage =
  | { readonly role: "system" | "user"; readonly text: string }
  | ({ readonly role: "assistant" } & Pick<ModelAnswer, "text" | "toolCalls" | "providerData">)
  | { readonly role: "tool"; readonly callId: string; readonly text: string; readonly isError?: boolean };

/** A function the model may ask for. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** Parsed JSON; a string when the model wrote something that is not JSON. Not checked against the tool's schema. */
  readonly arguments: unknown;
}

export interface ModelAnswer {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: "stop" | "length" | "tool-calls" | "content-filter" | "other";
  readonly usage: ModelUsage;
  /** The model that answered, by the provider's own name for it. */
  readonly answeredBy: string;
  /** The effort that was asked for; absent when it was left to the model. */
  readonly effort?: ReasoningEffort;
  /** What the call cost in US dollars; null when the price is unknown. */
  readonly cost?: number | null;
  /** How long it waited for the provider before its last try; see `AgentLimits.workingTime`. */
  readonly waitedMs?: number;
  /** The number of the call in the run's ledger. An agent that continues names it in the event that holds the answer. */
  readonly call?: number;
  /** Whatever the provider wants back with this message in the next call, such as signed reasoning. Opaque to agents. */
  readonly providerData?: unknown;
}

/** Tokens of one call; null where the provider does not report them. */
export interface ModelUsage {
  /** Everything that was sent, cached tokens included. */
  readonly inputTokens: number | null;
  readonly cacheReadTokens: number | null;
  readonly cacheWriteTokens: number | null;
  /** Everything that was generated, reasoning included. */
  readonly outputTokens: number | null;
  readonly reasoningTokens: number | null;
}
