import type { RunLimits } from "../../runs/record/group-plan.ts";
import type { InspectLimit } from "./log-types.ts";

/** How a run's reason names the limit that it reached, and what Inspect calls that one. The first that fits counts. */
const kinds: readonly (readonly [RegExp, InspectLimit["type"], (limits: RunLimits) => number | undefined])[] = [
  [/time limit/i, "time", ({ wallClockMs }) => wallClockMs / 1000],
  [/cost limit/i, "cost", ({ maxCost }) => maxCost],
  [/tokens/i, "token", ({ maxTokens }) => maxTokens],
  [/messages/i, "message", ({ maxMessages }) => maxMessages],
  [/model calls?/i, "turn", ({ maxCalls }) => maxCalls],
  [/memory limit/i, "custom", ({ memoryMb }) => memoryMb],
  [/disk limit/i, "custom", ({ diskMb }) => diskMb],
];

/** The limit that ended a run, in Inspect's terms. */
export function limitOfRun(reason: string, limits: RunLimits): InspectLimit {
  const found = kinds.find(([pattern]) => pattern.test(reason));
  return { type: found?.[1] ?? "custom", limit: found?.[2](limits) ?? 0 };
}
