import type { Frame } from "../frame/frame.ts";
import { InvalidSubmission } from "../lib/errors.ts";

/** Refuses a submission with a column that the answers do not have; the first one is named. */
export function requireNoOtherColumns(submission: Frame, answers: Frame): void {
  const known = new Set(answers.names);
  const other = submission.names.find((name) => !known.has(name));
  if (other === undefined) return;
  throw new InvalidSubmission(
    `Column "${other.slice(0, 60)}" is not expected: the columns must be exactly those of the sample submission.`,
  );
}
