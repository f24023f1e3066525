import type { ModelMessage, ToolCall } from "../../contracts/model.ts";
import type { ConversationCall } from "../../runs/state/read-conversation.ts";

/** One call, with what is new in its request. */
export function callJson({ record, messages, answer }: ConversationCall) {
  const { usage } = record;
  return {
    number: record.number,
    started_at: record.startedAt,
    role: record.role,
    session: record.session ?? null,
    model: record.model,
    answered_by: record.answeredBy,
    protocol: record.protocol,
    input_tokens: usage.inputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
    output_tokens: usage.outputTokens,
    reasoning_tokens: usage.reasoningTokens,
    estimated: record.estimated,
    cost: record.cost,
    duration_ms: record.durationMs,
    waiting_ms: record.waitingMs,
    retries: record.retries,
    finish_reason: record.finishReason,
    failure: record.failure,
    repeats: record.repeats ?? null,
    new_messages: messages.map(messageJson),
    answer: answer && { text: answer.text, tool_calls: answer.toolCalls.map(toolCallJson) },
  };
}

function messageJson(message: ModelMessage) {
  return {
    role: message.role,
    text: message.text,
    tool_calls: message.role === "assistant" ? message.toolCalls.map(toolCallJson) : [],
    call_id: message.role === "tool" ? message.callId : null,
  };
}

function toolCallJson({ id, name, arguments: given }: ToolCall) {
  return { id, name, arguments: given };
}
