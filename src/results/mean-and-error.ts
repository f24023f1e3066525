/** A mean and its uncertainty. */
export interface MeanAndError {
  /** Null without values. */
  readonly mean: number | null;
  /** Standard error of the mean, from the sample standard deviation (n - 1); null for fewer than two values. */
  readonly error: number | null;
  readonly count: number;
}

/** numpy twins: `mean(values)` and `std(values, ddof=1) / sqrt(len(values))`; scipy's is `sem`. */
export function meanAndError(values: readonly number[]): MeanAndError {
  const count = values.length;
  if (count === 0) return { mean: null, error: null, count };
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count === 1) return { mean, error: null, count };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (count - 1) / count), count };
}
