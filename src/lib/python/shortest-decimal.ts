import { productError } from "../numeric/double-double.ts";
import { powersOfTen } from "../numeric/powers-of-ten.ts";

/** An upper bound for the relative error of the sums below, thirty times the true one. */
const doubt = 2 ** -40;

/**
 * Whether the nearest double to `(high + low) / 10^places` prints exactly these digits: no shorter decimal stands for
 * the same double, and no other of this length is nearer to it. Also false where plain doubles cannot decide: then
 * print the double and compare. Many times faster than printing.
 *
 * `high + low` must be exact, with `low` below half a unit in the last place of `high`; `lastDigit` is the sum's last
 * digit, not zero; `places` is 1 to 22.
 *
 * @example isShortestDecimal(4669104304630309, 0, 15, 9) // => true: 4.669104304630309
 */
export function isShortestDecimal(high: number, low: number, places: number, lastDigit: number): boolean {
  const divisor = powersOfTen[places]!;
  const estimate = high / divisor;
  const product = estimate * divisor;
  const rest = (high - product - productError(estimate, divisor, product) + low) / divisor;
  const nearest = estimate + rest;
  if (nearest !== estimate + rest * (1 + doubt) || nearest !== estimate + rest * (1 - doubt)) return false;

  const unit = 1 / divisor;
  // The decimal's distance from its double. The difference is exact because both are neighbours.
  const distance = estimate - nearest + rest;
  if (Math.abs(distance) >= (unit / 2) * (1 - doubt)) return false;
  // The nearest decimals with one digit less must stand for other doubles.
  const below = (distance - lastDigit * unit) * (1 - doubt);
  const above = (distance + (10 - lastDigit) * unit) * (1 - doubt);
  return nearest + below !== nearest && nearest + above !== nearest;
}
