import type { Verdict } from "../../grade/validate-submission.ts";

/** Whether one submission has the right format. */
export function validationJson(competitionId: string, submissionPath: string, verdict: Verdict) {
  return {
    competition_id: competitionId,
    submission_path: submissionPath,
    valid: verdict.valid,
    reason: verdict.valid ? null : verdict.reason,
  };
}
