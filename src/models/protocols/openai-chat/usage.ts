import type { ModelUsage } from "../../../contracts/model.ts";
import { asCount, asRecord } from "../loose-json.ts";

export function readChatUsage(value: unknown): ModelUsage {
  const usage = asRecord(value);
  return {
    inputTokens: asCount(usage.prompt_tokens),
    cacheReadTokens: asCount(asRecord(usage.prompt_tokens_details).cached_tokens),
    cacheWriteTokens: null,
    outputTokens: asCount(usage.completion_tokens),
    reasoningTokens: asCount(asRecord(usage.completion_tokens_details).reasoning_tokens),
  };
}

export function writeChatUsage(usage: ModelUsage): Record<string, unknown> {
  const [input, output] = [usage.inputTokens ?? 0, usage.outputTokens ?? 0];
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: usage.cacheReadTokens ?? 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
  };
}
