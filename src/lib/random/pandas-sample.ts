import { roundHalfEven } from "../numeric/rounding.ts";
import { NumpyRandomState } from "./numpy-random-state.ts";

/** How many rows: a count `n` or a fraction `frac`, not both; one row if neither is given, as in pandas. */
interface SampleRowsOptions {
  readonly n?: number;
  readonly frac?: number;
  readonly seed: number;
}

/**
 * The row numbers of `DataFrame.sample(n | frac, random_state=seed)` without replacement, in the sample's order.
 * `frac * count` is rounded half to even. Throws a RangeError if there are not enough rows.
 */
export function sampleRows(count: number, { n, frac, seed }: SampleRowsOptions): Uint32Array {
  if (n !== undefined && frac !== undefined) throw new RangeError("give n or frac, not both");
  if (frac !== undefined && !(frac >= 0 && frac <= 1)) throw new RangeError(`frac is ${frac}, expected 0 to 1`);
  const size = frac !== undefined ? roundHalfEven(frac * count) : (n ?? 1);
  if (!Number.isInteger(size) || size < 0) throw new RangeError(`n is ${n}, expected a whole number of at least 0`);
  return new NumpyRandomState(seed).choice(count, { size, replace: false });
}
