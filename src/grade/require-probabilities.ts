import type { Column } from "../frame/column.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { requireFinite } from "./checks.ts";

/** `requireFinite`, and every one of them between 0 and 1 inclusive. Booleans count as 0 and 1. */
export function requireProbabilities(column: Column): Float64Array {
  const values = requireFinite(column);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]!;
    if (value >= 0 && value <= 1) continue;
    throw new InvalidSubmission(
      `Column "${column.name}" holds ${value} in row ${row + 1}; probabilities from 0 to 1 are expected.`,
    );
  }
  return values;
}
