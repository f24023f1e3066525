const powersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const splitter = 2 ** 27 + 1;

/** What the sums below may be off, relative to themselves; generous by a factor of thirty. */
const doubt = 2 ** -40;

/**
 * Whether `(high + low) / 10^places` is written with the very digits that the nearest double prints: no shorter decimal
 * names the same double, and no other of this length lies nearer to it. False also where this cannot be told with plain
 * doubles; then print the double and compare. Many times faster than printing.
 *
 * `high + low` must be exact, with `low` below half a unit in the last place of `high`; `lastDigit` is that of the sum,
 * not zero; `places` 1 to 22.
 *
 * @example isShortestDecimal(4669104304630309, 0, 15, 9) // => true: 4.669104304630309
 */
export function isShortestDecimal(high: number, low: number, places: number, lastDigit: number): boolean {
  const divisor = powersOfTen[places]!;
  const estimate = high / divisor;
  // What is left after the estimate: the product's rounding error comes from its halves, each of 26 bits (Dekker).
  const product = estimate * divisor;
  const estimateHigh = upperHalf(estimate);
  const estimateLow = estimate - estimateHigh;
  const divisorHigh = upperHalf(divisor);
  const divisorLow = divisor - divisorHigh;
  const error =
    estimateLow * divisorLow -
    (product - estimateHigh * divisorHigh - estimateLow * divisorHigh - estimateHigh * divisorLow);
  const rest = (high - product - error + low) / divisor;
  const nearest = estimate + rest;
  if (nearest !== estimate + rest * (1 + doubt) || nearest !== estimate + rest * (1 - doubt)) return false;

  const unit = 1 / divisor;
  // The decimal's distance from its double. The difference is exact: both are next to each other.
  const distance = estimate - nearest + rest;
  if (Math.abs(distance) >= (unit / 2) * (1 - doubt)) return false;
  // The nearest decimals with one digit less: adding their distance to the double must lead to another double.
  const below = (distance - lastDigit * unit) * (1 - doubt);
  const above = (distance + (10 - lastDigit) * unit) * (1 - doubt);
  return nearest + below !== nearest && nearest + above !== nearest;
}

function upperHalf(value: number): number {
  const scaled = value * splitter;
  return scaled - (scaled - value);
}
