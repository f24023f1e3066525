import type { Frame } from "../frame/frame.ts";
import { labelAt } from "../frame/labels.ts";
import { sortOrder } from "../frame/sort-order.ts";
import type { Aligned } from "./align.ts";
import { alignByIdSet } from "./align-by-id-set.ts";

/**
 * Pairs every row of the answers, in their order, with each row of the submission that has its id. An id that the
 * submission repeats makes as many pairs. pandas twin: `answers.merge(submission, on=id)`.
 *
 * @throws InvalidSubmission unless both tables have the same set of ids.
 */
export function joinById(submission: Frame, answers: Frame, id: string): Aligned {
  const sorted = alignByIdSet(submission, answers, id, sortStably);
  const found = sorted.submission.column(id);
  const expected = sorted.answers.column(id);
  const order = sortOrder(answers.column(id));

  const starts = new Uint32Array(answers.length);
  const ends = new Uint32Array(answers.length);
  let start = 0;
  let end = 0;
  let pairs = 0;
  for (let place = 0; place < expected.length; place += 1) {
    const label = labelAt(expected, place);
    if (place === 0 || label !== labelAt(expected, place - 1)) start = end;
    while (end < found.length && labelAt(found, end) === label) end += 1;
    const row = order === null ? place : order[place]!;
    starts[row] = start;
    ends[row] = end;
    pairs += end - start;
  }

  const left = new Uint32Array(pairs);
  const right = new Uint32Array(pairs);
  let pair = 0;
  for (let row = 0; row < answers.length; row += 1) {
    for (let match = starts[row]!; match < ends[row]!; match += 1) {
      left[pair] = row;
      right[pair++] = match;
    }
  }
  return { submission: sorted.submission.take(right), answers: answers.take(left) };
}

function sortStably(frame: Frame, name: string): Frame {
  const order = sortOrder(frame.column(name));
  return order === null ? frame : frame.take(order);
}
