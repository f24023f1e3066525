import type { ModelUsage } from "../../contracts/model.ts";

/** Fewer bytes than most texts have per token, so that an estimate is rather too high than too low. */
const bytesPerToken = 3;

export const nothingUsed: ModelUsage = {
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};

export function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / bytesPerToken);
}

/** Fills in what the provider did not report, from the sizes of request and answer: limits must hold in this case, too. */
export function completeUsage(
  usage: ModelUsage,
  requestBytes: number,
  answerBytes: number,
): { readonly usage: ModelUsage; readonly estimated: boolean } {
  const { inputTokens, outputTokens } = usage;
  return {
    usage: {
      ...usage,
      inputTokens: inputTokens ?? estimateTokens(requestBytes),
      outputTokens: outputTokens ?? estimateTokens(answerBytes),
    },
    estimated: inputTokens === null || outputTokens === null,
  };
}
