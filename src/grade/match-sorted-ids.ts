import type { Column } from "../frame/column.ts";
import { labelAt } from "../frame/labels.ts";
import { compareCodePoints } from "../lib/compare-code-points.ts";
import type { Label } from "../lib/numeric/label.ts";

/** How the ids of a submission relate to those of the answers. */
interface IdMatch {
  /** The rows of the submission whose ids are in the answers, ascending. */
  readonly known: Uint32Array;
  /** The first row of the submission whose id is not in the answers, or -1. */
  readonly firstUnknown: number;
  /** The number of distinct ids of the answers that the submission lacks. */
  readonly missing: number;
}

/**
 * Compares two columns of ids as Python compares sets: repeats do not count, 1 and 1.0 are the same id, text never equals
 * a number, and a gap matches nothing. Both columns must be sorted, with gaps last, as `sortBy` leaves them.
 */
export function matchSortedIds(submission: Column, answers: Column): IdMatch {
  const known = new Uint32Array(submission.length);
  let count = 0;
  let firstUnknown = -1;
  let missing = 0;
  if ((submission.kind === "text") !== (answers.kind === "text")) {
    return { known: known.subarray(0, 0), firstUnknown: submission.length === 0 ? -1 : 0, missing: answers.length };
  }

  let row = 0;
  // Each cell becomes a label only once, since text has to be decoded.
  let found = submission.length === 0 ? null : labelAt(submission, 0);
  let previous: Label | null = null;
  for (let wanted = 0; wanted < answers.length; wanted += 1) {
    const label = labelAt(answers, wanted);
    if (label === null || label === previous) continue;
    previous = label;
    let matched = false;
    for (
      ;
      found !== null && row < submission.length;
      found = ++row < submission.length ? labelAt(submission, row) : null
    ) {
      const order = compare(found, label);
      if (order > 0) break;
      matched ||= order === 0;
      if (order === 0) known[count++] = row;
      else if (firstUnknown < 0) firstUnknown = row;
    }
    if (!matched) missing += 1;
  }
  if (firstUnknown < 0 && row < submission.length) firstUnknown = row;
  return { known: known.subarray(0, count), firstUnknown, missing };
}

/** Compares two ids of one kind as `sortBy` does: text by code point, numbers by value. */
function compare(a: Label, b: Label): number {
  if (typeof a === "string" && typeof b === "string") return compareCodePoints(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}
