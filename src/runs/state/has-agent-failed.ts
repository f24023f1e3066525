import { hasResult } from "../record/run-events.ts";
import type { RunStatus } from "./read-group.ts";

/**
 * Whether a run has a result, and the agent is to blame that it is a bad one: it exited with an error, or left no valid
 * submission, whether it finished or reached a limit. A poor score is not a failure, and neither is what went wrong in the
 * harness.
 */
export function hasAgentFailed({ end, valid }: Pick<RunStatus, "end" | "valid">): boolean {
  return hasResult(end) && (end === "agent-error" || valid !== true);
}
