import type { Frame } from "../frame/frame.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { requireColumns } from "./checks.ts";

/** Refuses a submission that does not have exactly the given columns, in any order. */
export function requireExactColumns(submission: Frame, ...names: readonly string[]): void {
  requireColumns(submission, ...names);
  const surplus = submission.names.find((name) => !names.includes(name));
  if (surplus === undefined) return;
  throw new InvalidSubmission(
    `Unexpected column "${surplus.slice(0, 60)}": the submission must have only the columns ${names.join(", ")}.`,
  );
}
