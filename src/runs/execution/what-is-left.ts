import type { RunEvent } from "../record/run-events.ts";
import { hasResult } from "../record/run-events.ts";

type Stopped = Extract<RunEvent, { type: "stopped" }>;

/** The first step of a run that is still to be done. Once the agent has stopped, its work is never done again. */
export type NextStep =
  | { readonly step: "act" }
  | {
      readonly step: "seal" | "grade" | "end";
      readonly stopped: Stopped;
      /** Whether the run has had an end before. */
      readonly hasEnded: boolean;
    };

/**
 * What its journal leaves to be done. A run begins from scratch unless its agent has stopped, and after an end, unless that
 * end says that the harness failed on finished work.
 */
export function whatIsLeft(events: readonly RunEvent[]): NextStep {
  const index = events.findLastIndex(({ type }) => type === "opened" || type === "interrupted" || type === "stopped");
  const stopped = events[index];
  if (stopped?.type !== "stopped") return { step: "act" };
  const since = events.slice(index + 1);
  const end = since.findLast((event) => event.type === "ended");
  const isKept = hasResult(stopped.end) && (end?.end === "ungraded" || end?.end === "infrastructure-error");
  if (end !== undefined && !isKept) return { step: "act" };
  const has = (wanted: RunEvent["type"]): boolean => since.some(({ type }) => type === wanted);
  return {
    step: has("graded") ? "end" : has("sealed") ? "grade" : "seal",
    stopped,
    hasEnded: end !== undefined,
  };
}
