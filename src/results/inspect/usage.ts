import type { ModelUsage } from "../../contracts/model.ts";
import type { CallRecord } from "../../models/ledger/call-record.ts";
import { isFree } from "../../models/protocols/protocol-name.ts";
import type { InspectUsage } from "./log-types.ts";

/** The tokens and the cost of one call. */
export function usageOf({ usage, cost }: { readonly usage: ModelUsage; readonly cost: number | null }): InspectUsage {
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens, reasoningTokens } = usage;
  const [input, output] = [inputTokens ?? 0, outputTokens ?? 0];
  return {
    input_tokens: Math.max(0, input - (cacheReadTokens ?? 0) - (cacheWriteTokens ?? 0)),
    output_tokens: output,
    total_tokens: input + output,
    ...(cacheReadTokens === null ? {} : { input_tokens_cache_read: cacheReadTokens }),
    ...(cacheWriteTokens === null ? {} : { input_tokens_cache_write: cacheWriteTokens }),
    ...(reasoningTokens === null ? {} : { reasoning_tokens: reasoningTokens }),
    ...(cost === null ? {} : { total_cost: cost }),
  };
}

/** What all calls used together, by the name that `keyOf` gives each; null leaves a call out. */
export function usageBy(
  calls: Iterable<CallRecord>,
  keyOf: (call: CallRecord) => string | null,
): Record<string, InspectUsage> {
  const sums = new Map<string, InspectUsage>();
  for (const call of calls) {
    const key = isFree(call.protocol) ? null : keyOf(call);
    if (key !== null) sums.set(key, addUsage(sums.get(key), usageOf(call)));
  }
  return Object.fromEntries(sums);
}

/** A cost that is unknown for one of them is unknown for both. */
export function addUsage(one: InspectUsage | undefined, other: InspectUsage): InspectUsage {
  if (one === undefined) return other;
  const { total_cost: cost, ...tokens } = other;
  const { total_cost: known, ...sum } = one;
  const added: Record<string, number> = { ...sum };
  for (const [name, count] of Object.entries(tokens)) added[name] = (added[name] ?? 0) + count;
  const total = cost === undefined || known === undefined ? {} : { total_cost: known + cost };
  return { ...added, ...total } as unknown as InspectUsage;
}
