import { productError } from "../numeric/double-double.ts";
import { powersOfTen } from "../numeric/powers-of-ten.ts";

/** An upper bound for the relative error of the quotient's low part, a hundred times the true one. */
const doubt = 2 ** -45;

/**
 * The double nearest to `(high + low) / 10^places`, or NaN when the true value is too close to the middle between two
 * doubles to decide: then parse the text instead. Fast, because it needs only plain doubles where an exact algorithm
 * needs wide integers.
 *
 * `high + low` must be exact, with `low` below half a unit in the last place of `high`; `places` 0 to 44.
 *
 * @example scaleDecimal(12345678901234568, -1, 17) // => 0.12345678901234567
 */
export function scaleDecimal(high: number, low: number, places: number): number {
  let quotient = high;
  let rest = low;
  for (let left = places; left > 0; left -= 22) {
    const divisor = powersOfTen[Math.min(left, 22)]!;
    const estimate = quotient / divisor;
    const product = estimate * divisor;
    rest = (quotient - product - productError(estimate, divisor, product) + rest) / divisor;
    quotient = estimate;
  }
  const nearest = quotient + rest * (1 + doubt);
  return nearest === quotient + rest * (1 - doubt) ? nearest : Number.NaN;
}
