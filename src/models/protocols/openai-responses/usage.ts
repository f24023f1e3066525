import type { ModelUsage } from "../../../contracts/model.ts";
import { asCount, asRecord } from "../loose-json.ts";

export function readResponsesUsage(value: unknown): ModelUsage {
  const usage = asRecord(value);
  return {
    inputTokens: asCount(usage.input_tokens),
    cacheReadTokens: asCount(asRecord(usage.input_tokens_details).cached_tokens),
    cacheWriteTokens: null,
    outputTokens: asCount(usage.output_tokens),
    reasoningTokens: asCount(asRecord(usage.output_tokens_details).reasoning_tokens),
  };
}

export function writeResponsesUsage(usage: ModelUsage) {
  const [input, output] = [usage.inputTokens ?? 0, usage.outputTokens ?? 0];
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheReadTokens ?? 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
    total_tokens: input + output,
  };
}
