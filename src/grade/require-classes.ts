import type { Column, NumberColumn } from "../frame/column.ts";
import { labelAt } from "../frame/labels.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import type { Label } from "../lib/numeric/label.ts";
import { refuseMixed } from "./checks.ts";

/**
 * Refuses predictions that scikit-learn's classification metrics refuse: gaps, fractions, infinities, whole numbers
 * beyond 64 bits, and text against numbers if truth and prediction have at most two classes each.
 *
 * Upstream: with more than two classes on either side, text against numbers is not an error, but every row is wrong. One
 * cell that is not a number therefore makes a whole column of numbers wrong.
 */
export function requireClasses(truth: Column, prediction: Column): void {
  refuseMixed(prediction);
  const gap = firstGap(prediction);
  if (gap >= 0) {
    throw new InvalidSubmission(`Column "${prediction.name}" is empty in row ${gap + 1}; every row needs a label.`);
  }
  if (prediction.kind === "float64") requireWholeNumbers(prediction);
  if ((truth.kind === "text") === (prediction.kind === "text")) return;
  if (hasThreeClasses(truth) || hasThreeClasses(prediction)) return;
  const [found, expected] = prediction.kind === "text" ? ["text", "numbers or true/false"] : ["numbers", "text"];
  const cell = String(labelAt(prediction, 0)).slice(0, 60);
  throw new InvalidSubmission(
    `Column "${prediction.name}" holds ${found} (row 1: ${JSON.stringify(cell)}), expected ${expected}.`,
  );
}

/** The first row without a value, or -1. */
export function firstGap(column: Column): number {
  for (let row = 0; row < column.length; row += 1) if (column.isGap(row)) return row;
  return -1;
}

const int64End = 2 ** 63;

function requireWholeNumbers({ name, values }: NumberColumn): void {
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]!;
    if (Number.isInteger(value) && value >= -int64End && value < int64End) continue;
    throw new InvalidSubmission(
      `Column "${name}" holds ${value} in row ${row + 1}; labels must be whole numbers of at most 64 bits.`,
    );
  }
}

function hasThreeClasses(column: Column): boolean {
  const classes = new Set<Label | null>();
  for (let row = 0; row < column.length && classes.size < 3; row += 1) classes.add(labelAt(column, row));
  return classes.size > 2;
}
