const powersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const splitter = 2 ** 27 + 1;

/** The most that a division below may be off, relative to the quotient's low part; generous by a factor of a hundred. */
const doubt = 2 ** -45;

/**
 * The double nearest to `(high + low) / 10^places`, or NaN when the sum of two doubles that is computed on the way
 * cannot tell (the true value lies next to the middle between two doubles): then parse the text instead. Fast, because
 * it works on plain doubles where an exact algorithm needs wide integers.
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
    // What is left after the estimate: the product's rounding error comes from its halves, each of 26 bits (Dekker).
    const product = estimate * divisor;
    const estimateHigh = upperHalf(estimate);
    const estimateLow = estimate - estimateHigh;
    const divisorHigh = upperHalf(divisor);
    const divisorLow = divisor - divisorHigh;
    const error =
      estimateLow * divisorLow -
      (product - estimateHigh * divisorHigh - estimateLow * divisorHigh - estimateHigh * divisorLow);
    rest = (quotient - product - error + rest) / divisor;
    quotient = estimate;
  }
  const nearest = quotient + rest * (1 + doubt);
  return nearest === quotient + rest * (1 - doubt) ? nearest : Number.NaN;
}

function upperHalf(value: number): number {
  const scaled = value * splitter;
  return scaled - (scaled - value);
}
