import { hasResult } from "../record/run-events.ts";
import type { RunStatus } from "./read-group.ts";

/** What became of a run's submission; null unless the run has a result. */
export function submissionOutcome({ end, submission, valid }: RunStatus): "none" | "invalid" | "valid" | null {
  if (!hasResult(end)) return null;
  if (!submission) return "none";
  return valid === null ? null : valid ? "valid" : "invalid";
}
