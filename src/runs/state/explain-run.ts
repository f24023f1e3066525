import { join } from "node:path";
import { runFiles } from "../record/run-folder.ts";
import { readLastError } from "./last-error.ts";
import type { RunGrade } from "./read-grade.ts";
import type { RunStatus } from "./read-group.ts";
import { submissionOutcome } from "./submission-outcome.ts";

/**
 * Why a run has not succeeded: how it ended, and what the grader found wrong with its submission or, where that says nothing,
 * what its agent printed last. Null for a run that finished with a valid submission, and for one that has not ended.
 */
export function explainRun(run: RunStatus, grade: RunGrade | null): string | null {
  if (run.state !== "ended") return null;
  const outcome = submissionOutcome(run);
  if (run.end === "finished" && outcome === "valid") return null;
  const reason = run.reason ?? "";
  if (outcome === "invalid") {
    const found = grade?.report.extra.failure?.reason ?? "";
    return run.end === "finished" ? found || reason : `${reason} ${found}`.trim();
  }
  const error =
    outcome === "none" || run.end === "agent-error" ? readLastError(join(run.folder, runFiles.output)) : null;
  return error === null ? reason : `${reason.replace(/\.$/, "")}: ${error}`;
}
