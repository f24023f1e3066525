import { type AttemptCall, readAttemptCalls } from "../../../runs/state/attempt-calls.ts";
import type { ResultSet } from "../../result-set.ts";
import { listRuns, type RunEntry, runColumns } from "../run-entry.ts";
import { column, defineTable } from "../table.ts";

interface Row extends AttemptCall {
  readonly entry: RunEntry;
}

function* rowsOf(sets: readonly ResultSet[]): Generator<Row> {
  for (const entry of listRuns(sets)) {
    const { folder, graded } = entry;
    if (folder === null) continue;
    for (const each of readAttemptCalls(folder, graded?.record?.attempt)) yield { entry, ...each };
  }
}

/** One row per model call, in all attempts of each run, graded or not. */
export const callsTable = defineTable<Row>(
  "calls",
  [
    ...runColumns<Row>(({ entry }) => entry),
    column("attempt", "integer", "the attempt that made it, from 1", ({ attempt }) => attempt),
    column("call", "integer", "its number in the attempt, from 1", ({ call }) => call.number),
    column("started_at", "time", "when it began", ({ call }) => call.startedAt),
    column("role", "text", "the part of the work that it was made for", ({ call }) => call.role),
    column(
      "session",
      "text",
      "the session of a coding agent that made it, such as `experiment_1/v1`",
      ({ call }) => call.session ?? null,
    ),
    column("model", "text", "`provider/model`, as it was asked for", ({ call }) => call.model),
    column("answered_by", "text", "the provider's own name for what answered", ({ call }) => call.answeredBy),
    column("protocol", "text", "the wire format, or `in-process`", ({ call }) => call.protocol),
    column("input_tokens", "integer", "tokens sent, cached ones included", ({ call }) => call.usage.inputTokens),
    column(
      "cache_read_tokens",
      "integer",
      "of these, from the provider's cache",
      ({ call }) => call.usage.cacheReadTokens,
    ),
    column(
      "cache_write_tokens",
      "integer",
      "of these, written to the provider's cache",
      ({ call }) => call.usage.cacheWriteTokens,
    ),
    column("output_tokens", "integer", "tokens received", ({ call }) => call.usage.outputTokens),
    column("reasoning_tokens", "integer", "of these, spent on reasoning", ({ call }) => call.usage.reasoningTokens),
    column("is_estimated", "boolean", "whether tokens are estimated from sizes", ({ call }) => call.estimated),
    column("cost_usd", "number", "US dollars; empty if the price is unknown", ({ call }) => call.cost),
    column("duration_ms", "integer", "how long the last try took", ({ call }) => Math.round(call.durationMs)),
    column("waiting_ms", "integer", "how long it waited before the last try", ({ call }) => Math.round(call.waitingMs)),
    column("retries", "integer", "tries that failed before the last one", ({ call }) => call.retries.length),
    column("finish_reason", "text", "why the answer ended", ({ call }) => call.finishReason),
    column(
      "failure_status",
      "integer",
      "HTTP status of a call without an answer",
      ({ call }) => call.failure?.status ?? null,
    ),
    column("failure_message", "text", "why there was no answer", ({ call }) => call.failure?.message ?? null),
    column(
      "repeats",
      "integer",
      "the call whose recorded answer it got again, at no cost",
      ({ call }) => call.repeats ?? null,
    ),
  ],
  rowsOf,
);
