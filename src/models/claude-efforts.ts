import type { ReasoningEffort } from "../contracts/model.ts";

/** Whether a Claude model is known to take an effort, by whichever provider: from 3.7 on, they all think when asked to. */
export function claudeTakesEffort(model: string, effort: ReasoningEffort): boolean {
  return /claude-(3-7|(opus|sonnet|haiku)-([4-9]|\d\d))/.test(model) && /^(low|medium|high)$/.test(effort);
}
