import { InvalidSubmission } from "../lib/errors.ts";

const int64End = 2n ** 63n;

/**
 * Refuses whole numbers that numpy cannot convert from a Python list to one array of 64-bit integers.
 *
 * Upstream: a list with values on both sides of 2^63 becomes doubles, one with a value beyond 64 bits becomes objects, and
 * scikit-learn accepts neither as labels. If all values are from 2^63 to 2^64 - 1, they are accepted (and wrong).
 */
export function requireCommonIntegers(name: string, values: ArrayLike<bigint>): void {
  const lowest = values.length > 0 && values[0]! >= int64End ? int64End : -int64End;
  const end = lowest > 0n ? 2n * int64End : int64End;
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]!;
    if (value >= lowest && value < end) continue;
    const digits = value.toString();
    const found = digits.length > 40 ? `a number of ${digits.length} digits` : digits;
    throw new InvalidSubmission(
      `Column "${name}" holds ${found} in row ${row + 1}; labels must be whole numbers of at most 64 bits.`,
    );
  }
}
