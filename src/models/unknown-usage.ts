import type { ModelUsage } from "../contracts/model.ts";

/** Nothing was reported. */
export const unknownUsage: ModelUsage = {
  inputTokens: null,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
  reasoningTokens: null,
};
