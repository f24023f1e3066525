import type { Column } from "../frame/column.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { requireFinite } from "./checks.ts";

/** As `requireFinite`, but also refuses numbers below 0 and above 1. Booleans are 0 and 1. */
export function requireProbabilities(column: Column): Float64Array {
  const values = requireFinite(column);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]!;
    if (value >= 0 && value <= 1) continue;
    throw new InvalidSubmission(
      `Column "${column.name}" holds ${value} in row ${row + 1}, expected a probability from 0 to 1.`,
    );
  }
  return values;
}
