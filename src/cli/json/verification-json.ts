import type { Verification } from "../../runs/verification/verification.ts";

/** Whether a run group or a run is as it was recorded. */
export function verificationJson(verification: Verification) {
  const { folder, kind, head, problems, notes, unchecked, runs, unfinished, files, bytes } = verification;
  const intact = problems.length === 0;
  return { folder, kind, intact, head, problems, notes, unchecked, runs, unfinished, files, bytes };
}
