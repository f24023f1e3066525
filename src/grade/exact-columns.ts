import type { Frame } from "../frame/frame.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { requireColumns } from "./checks.ts";

/** Refuses a submission whose columns are not exactly the given ones, in any order. */
export function requireExactColumns(submission: Frame, ...names: readonly string[]): void {
  requireColumns(submission, ...names);
  const surplus = submission.names.find((name) => !names.includes(name));
  if (surplus === undefined) return;
  throw new InvalidSubmission(
    `Column "${surplus.slice(0, 60)}" is not expected; the submission must have the columns ${names.join(", ")} only.`,
  );
}
