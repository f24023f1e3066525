import { textAt } from "../frame/as-text.ts";
import { firstDifference } from "../frame/first-difference.ts";
import type { Frame } from "../frame/frame.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { type Aligned, sortBy } from "./align.ts";
import { matchSortedIds } from "./match-sorted-ids.ts";

/**
 * Sorts both tables by id and refuses the submission unless both have the same set of ids. Unlike with `alignById`, ids
 * may repeat, and the tables may then differ in length.
 */
export function alignByIdSet(submission: Frame, answers: Frame, id: string, sort = sortBy): Aligned {
  const aligned = { submission: sort(submission, id), answers: sort(answers, id) };
  const found = aligned.submission.column(id);
  const expected = aligned.answers.column(id);
  if (found.length === expected.length && firstDifference(found, expected) < 0) return aligned;

  const { firstUnknown, missing } = matchSortedIds(found, expected);
  if (firstUnknown < 0 && missing === 0) return aligned;
  const reason =
    firstUnknown < 0
      ? `${missing} of the expected ids are missing`
      : `"${textAt(found, firstUnknown).slice(0, 60)}" is not among the expected ids`;
  throw new InvalidSubmission(`Column "${id}": ${reason}. Use exactly the ids of the sample submission.`);
}
