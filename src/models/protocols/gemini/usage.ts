import type { ModelUsage } from "../../../contracts/model.ts";
import { addCounts, asCount, asRecord } from "../loose-json.ts";

/** Gemini counts reasoning beside the candidates' tokens, and the results of its own tools beside the prompt's. */
export function readGeminiUsage(value: unknown): ModelUsage {
  const usage = asRecord(value);
  return {
    inputTokens: addCounts(usage.promptTokenCount, usage.toolUsePromptTokenCount),
    cacheReadTokens: asCount(usage.cachedContentTokenCount),
    cacheWriteTokens: null,
    outputTokens: addCounts(usage.candidatesTokenCount, usage.thoughtsTokenCount),
    reasoningTokens: asCount(usage.thoughtsTokenCount),
  };
}

export function writeGeminiUsage(usage: ModelUsage) {
  const [input, output, thoughts] = [usage.inputTokens ?? 0, usage.outputTokens ?? 0, usage.reasoningTokens ?? 0];
  return {
    promptTokenCount: input,
    cachedContentTokenCount: usage.cacheReadTokens ?? 0,
    candidatesTokenCount: Math.max(0, output - thoughts),
    thoughtsTokenCount: thoughts,
    totalTokenCount: input + output,
  };
}
