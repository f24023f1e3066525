import type { ModelUsage } from "../../../contracts/model.ts";
import { addCounts, asCount, asRecord } from "../loose-json.ts";

/** Anthropic counts cached tokens beside `input_tokens`, not among them. */
export function readAnthropicUsage(value: unknown): ModelUsage {
  const usage = asRecord(value);
  return {
    inputTokens: addCounts(usage.input_tokens, usage.cache_read_input_tokens, usage.cache_creation_input_tokens),
    cacheReadTokens: asCount(usage.cache_read_input_tokens),
    cacheWriteTokens: asCount(usage.cache_creation_input_tokens),
    outputTokens: asCount(usage.output_tokens),
    reasoningTokens: null,
  };
}

export function writeAnthropicUsage(usage: ModelUsage) {
  const [read, written] = [usage.cacheReadTokens ?? 0, usage.cacheWriteTokens ?? 0];
  return {
    input_tokens: Math.max(0, (usage.inputTokens ?? 0) - read - written),
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written,
    output_tokens: usage.outputTokens ?? 0,
  };
}
