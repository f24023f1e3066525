import { textAt } from "../frame/as-text.ts";
import { firstDifference } from "../frame/first-difference.ts";
import type { Frame } from "../frame/frame.ts";
import { matchRows } from "../frame/match-rows.ts";
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
 * Sorts both tables by their ids and refuses the submission unless the ids then agree row by row. Sorting (rather than
 * looking ids up) fixes the order in which a metric adds up its terms, so the last bit of a score is the reference's.
 *
 * Both tables must have the column and equally many rows: check that first.
 */
export function alignById(submission: Frame, answers: Frame, id: string): Aligned {
  const found = submission.column(id);
  const expected = answers.column(id);
  // Nearly every submission holds the answers' ids once each, often in their order: then one table is sorted, not two.
  const rows = firstDifference(found, expected) < 0 ? "same" : matchRows(found, expected);
  if (rows !== null) {
    const order = sortValuesOrder(expected);
    const sorted = order === null ? answers : answers.take(order);
    if (rows !== "same")
      return { submission: submission.take(order?.map((row) => rows[row]!) ?? rows), answers: sorted };
    return { submission: order === null ? submission : submission.take(order), answers: sorted };
  }
  const aligned = { submission: sortBy(submission, id), answers: sortBy(answers, id) };
  requireSameIds(aligned, id);
  return aligned;
}

/** Refuses a submission whose ids, in the given order, are not the answers' ids. */
export function requireSameIds({ submission, answers }: Aligned, id: string): void {
  const found = submission.column(id);
  const expected = answers.column(id);
  const row = firstDifference(found, expected);
  if (row < 0) return;
  const value = textAt(found, row).slice(0, 60);
  throw new InvalidSubmission(
    `The ids in column "${id}" are not the expected ones: sorted, row ${row + 1} holds "${value}". ` +
      "Every id of the sample submission must appear exactly once.",
  );
}
