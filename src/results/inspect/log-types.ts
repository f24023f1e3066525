/**
 * The parts of an Inspect log that we write, by Inspect's own names. Its format is versioned but not a published standard: checked
 * against the schema of inspect_ai of August 2026 (log version 2).
 */
export const logVersion = 2;

export interface InspectUsage {
  /** Without cached tokens. */
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Everything, cached tokens included. */
  readonly total_tokens: number;
  readonly input_tokens_cache_read?: number;
  readonly input_tokens_cache_write?: number;
  readonly reasoning_tokens?: number;
  /** In US dollars. */
  readonly total_cost?: number;
}

export interface InspectToolCall {
  readonly id: string;
  readonly function: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly type: "function";
  readonly parse_error?: string;
}

export interface InspectMessage {
  readonly id: string;
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  readonly source?: "input" | "generate";
  readonly model?: string;
  readonly tool_calls?: readonly InspectToolCall[];
  readonly tool_call_id?: string;
  readonly function?: string;
  readonly error?: { readonly type: "unknown"; readonly message: string };
}

export interface InspectOutput {
  readonly model: string;
  readonly choices: readonly { readonly message: InspectMessage; readonly stop_reason: StopReason }[];
  readonly completion: string;
  readonly usage?: InspectUsage;
  readonly time?: number;
  readonly error?: string;
}

export type StopReason = "stop" | "max_tokens" | "tool_calls" | "content_filter" | "unknown";

export interface InspectScore {
  readonly value: Readonly<Record<string, boolean | number | null>>;
  readonly answer?: string;
  readonly explanation?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly history: readonly never[];
}

export interface InspectError {
  readonly message: string;
  readonly traceback: string;
  readonly traceback_ansi: string;
}

export interface InspectLimit {
  readonly type: "time" | "working" | "message" | "token" | "turn" | "cost" | "operator" | "custom";
  readonly limit: number;
}

/** What all events have; each type adds members of its own. */
export interface InspectEvent {
  readonly event:
    | "sample_init"
    | "span_begin"
    | "span_end"
    | "model"
    | "tool"
    | "info"
    | "score"
    | "sample_limit"
    | "error";
  readonly uuid: string;
  readonly span_id: string;
  readonly timestamp: string;
  /** Seconds since the sample began. */
  readonly working_start: number;
  readonly [member: string]: unknown;
}

export interface InspectSample {
  readonly id: string;
  /** From 1. */
  readonly epoch: number;
  readonly input: string;
  readonly target: string;
  readonly sandbox?: { readonly type: string; readonly config: null };
  readonly messages: readonly InspectMessage[];
  readonly output: InspectOutput;
  readonly scores?: Readonly<Record<string, InspectScore>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly store: Readonly<Record<string, never>>;
  readonly events: readonly InspectEvent[];
  readonly events_data: { readonly messages: readonly InspectMessage[]; readonly calls: readonly never[] };
  readonly model_usage: Readonly<Record<string, InspectUsage>>;
  readonly role_usage: Readonly<Record<string, InspectUsage>>;
  readonly attachments: Readonly<Record<string, never>>;
  readonly uuid: string;
  readonly started_at?: string;
  readonly completed_at?: string;
  readonly total_time?: number;
  readonly working_time?: number;
  readonly turn_count?: number;
  readonly limit?: InspectLimit;
  readonly error?: InspectError;
  readonly error_retries?: readonly InspectError[];
}

/** A log without its samples. */
export interface InspectHeader {
  readonly version: number;
  readonly status: "started" | "success" | "cancelled" | "error";
  readonly eval: Readonly<Record<string, unknown>>;
  readonly plan: Readonly<Record<string, unknown>>;
  readonly results: Readonly<Record<string, unknown>>;
  readonly stats: Readonly<Record<string, unknown>>;
  readonly invalidated: false;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}
