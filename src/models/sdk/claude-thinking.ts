import type { ModelSettings } from "../model-settings.ts";

export interface ClaudeThinking {
  readonly type?: "enabled" | "disabled" | "adaptive";
  readonly budgetTokens?: number;
  readonly effort?: "low" | "medium" | "high" | "xhigh" | "max";
}

/** Models that think within a number of tokens; later ones decide themselves and take an effort. */
const takesBudget = /claude-(3|sonnet-4-(0|2\d{7}|5)|opus-4-(0|1|2\d{7}|5)|haiku-4-5)/;

const budgets = { low: 4_000, medium: 10_000, high: 24_000, xhigh: 32_000, max: 48_000 };

/** How an effort is put to a Claude model, by whichever provider. */
export function claudeThinking(model: string, wanted: ModelSettings["reasoningEffort"]): ClaudeThinking {
  if (wanted === undefined) return {};
  if (wanted === "none") return { type: "disabled" };
  const effort = wanted === "minimal" ? "low" : wanted;
  if (takesBudget.test(model)) return { type: "enabled", budgetTokens: budgets[effort] };
  return { type: "adaptive", effort };
}
