/** Throws a RangeError unless both sides have the same number of values. Pairing them up is the caller's job. */
export function requireSameLength(truth: ArrayLike<unknown>, prediction: ArrayLike<unknown>): void {
  if (truth.length !== prediction.length) {
    throw new RangeError(`truth has ${truth.length} values but prediction has ${prediction.length}`);
  }
}

/**
 * The number of rows of two row-major matrices of equal shape. Throws a RangeError if `columns` does not divide them.
 */
export function requireSameRows(truth: ArrayLike<unknown>, prediction: ArrayLike<unknown>, columns: number): number {
  requireSameLength(truth, prediction);
  const rows = columns > 0 ? truth.length / columns : Number.NaN;
  if (!Number.isInteger(rows)) throw new RangeError(`${truth.length} values do not fill rows of ${columns} columns`);
  return rows;
}
