import type { Verification } from "../../runs/verification/verification.ts";

/** Whether a run group or a run is as it was recorded. */
export function verificationJson(verification: Verification) {
  const { folder, kind, head, problems, notes, runs, unfinished, files, bytes } = verification;
  return { folder, kind, intact: problems.length === 0, head, problems, notes, runs, unfinished, files, bytes };
}
