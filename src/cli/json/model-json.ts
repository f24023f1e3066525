import type { TokenPrices } from "../../models/prices/token-prices.ts";
import type { ModelProbe } from "../../models/probe-model.ts";
import type { ProviderKind } from "../../models/provider-kind.ts";

/** A provider, and what the environment says about it. */
export interface ProviderState {
  readonly kind: ProviderKind;
  readonly missing: string | null;
  /** Variables with keys that are set. */
  readonly keys: readonly string[];
  readonly baseUrl: string | null;
}

export interface PricedModel {
  readonly name: string;
  readonly prices: TokenPrices | null;
}

export function providerJson({ kind, missing, keys, baseUrl }: ProviderState) {
  return {
    name: kind.name,
    title: kind.title,
    ready: missing === null,
    missing,
    key_variables: kind.keyVariables,
    keys_present: keys,
    base_url_variables: kind.baseUrlVariables,
    base_url: baseUrl,
    protocols: kind.protocols,
  };
}

/** Prices are in US dollars per million tokens. */
export function modelJson({ name, prices }: PricedModel) {
  return {
    name,
    input: prices?.input ?? null,
    cache_read: prices?.cacheRead ?? null,
    cache_write: prices?.cacheWrite ?? null,
    output: prices?.output ?? null,
  };
}

/** What `models test` found. */
export function probeJson(model: string, probe: ModelProbe, cost: number | null) {
  const { answer, seconds, callsTools, streams, reportsUsage } = probe;
  const { usage } = answer;
  return {
    model,
    answered_by: answer.answeredBy,
    seconds,
    text: answer.text,
    finish_reason: answer.finishReason,
    calls_tools: callsTools,
    streams,
    reports_usage: reportsUsage,
    input_tokens: usage.inputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
    output_tokens: usage.outputTokens,
    reasoning_tokens: usage.reasoningTokens,
    cost,
  };
}
