import { textAt } from "../frame/as-text.ts";
import { firstDifference } from "../frame/first-difference.ts";
import type { Frame } from "../frame/frame.ts";
import { matchRows } from "../frame/match-rows.ts";
import { sortOrder } from "../frame/sort-order.ts";
import { sortValuesOrder } from "../frame/sort-values.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { refuseMixed } from "./checks.ts";

/** Two tables whose rows correspond one to one. */
export interface Aligned {
  readonly submission: Frame;
  readonly answers: Frame;
}

/** The rows sorted by a column, ascending, gaps last: pandas' `sort_values`. */
export function sortBy(frame: Frame, name: string): Frame {
  refuseMixed(frame.column(name));
  const order = sortValuesOrder(frame.column(name));
  return order === null ? frame : frame.take(order);
}

/**
 * Sorts both tables by id and refuses the submission unless the ids then agree row by row. Sorting, rather than looking up
 * ids, fixes the order in which a metric adds its terms, and with it the last bit of a score.
 *
 * Check first that both tables have the column and the same number of rows.
 */
export function alignById(submission: Frame, answers: Frame, id: string): Aligned {
  const found = submission.column(id);
  const expected = answers.column(id);
  // Nearly every submission has each of the answers' ids once, often in their order. Then only one table is sorted.
  const rows = firstDifference(found, expected) < 0 ? "same" : matchRows(found, expected);
  if (rows !== null) {
    // Ids that were matched one to one do not repeat, so that any sort gives the same order.
    const order = rows === "same" ? sortValuesOrder(expected) : sortOrder(expected);
    const sorted = order === null ? answers : answers.take(order);
    if (rows !== "same")
      return { submission: submission.take(order?.map((row) => rows[row]!) ?? rows), answers: sorted };
    return { submission: order === null ? submission : submission.take(order), answers: sorted };
  }
  const aligned = { submission: sortBy(submission, id), answers: sortBy(answers, id) };
  requireSameIds(aligned, id);
  return aligned;
}

/** Refuses a submission whose ids differ from the answers' ids in the given order. */
export function requireSameIds({ submission, answers }: Aligned, id: string): void {
  const found = submission.column(id);
  const expected = answers.column(id);
  const row = firstDifference(found, expected);
  if (row < 0) return;
  const value = textAt(found, row).slice(0, 60);
  throw new InvalidSubmission(
    `The ids in column "${id}" differ from the expected ones: after sorting, row ${row + 1} is "${value}". ` +
      "Use every id of the sample submission exactly once.",
  );
}
