import type { AgentLimits } from "../../contracts/agent.ts";
import { formatDollars } from "../../lib/format-dollars.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";

/** What the model is told at the end of each message. */
export interface Status {
  readonly limits: AgentLimits;
  readonly leftMs: number;
  readonly used: { readonly calls: number; readonly tokens: number; readonly cost: number };
  /** Messages of the conversation, with the one that this status ends. */
  readonly messages: number;
  readonly runningJobs: readonly number[];
}

/** One line: what is left of the time and of each limit, and which background jobs are running. */
export function describeStatus({ limits, leftMs, used, messages, runningJobs }: Status): string {
  const { maxCost, maxTokens, maxCalls, maxMessages } = limits;
  const left = (most: number, taken: number): number => Math.max(0, most - taken);
  const parts = [
    `${formatSeconds(leftMs / 1000)} left`,
    ...(maxCost === undefined ? [] : [`${formatDollars(left(maxCost, used.cost))} left`]),
    ...(maxTokens === undefined ? [] : [`${left(maxTokens, used.tokens).toLocaleString("en-US")} tokens left`]),
    ...(maxCalls === undefined ? [] : [`${left(maxCalls, used.calls)} answers left`]),
    ...(maxMessages === undefined ? [] : [`${left(maxMessages, messages)} messages left`]),
    ...(runningJobs.length === 0 ? [] : [`running jobs: ${runningJobs.join(", ")}`]),
  ];
  return `[${parts.join("; ")}]`;
}
