/**
 * Rounds a float as Python's `round(x, digits)` does: the exact binary value is rounded to `digits` decimals, half to
 * even, and the decimal is read back as the nearest double. `round(2.675, 2)` is 2.67, because the double is a little
 * below 2.675. NaN, infinities and the sign of zero are preserved.
 *
 * @example roundLikePython(0.123455, 5) // => 0.12345
 */
export function roundLikePython(value: number, digits: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  const { mantissa, exponent } = decompose(Math.abs(value));
  // |value| * 10^digits as an exact fraction.
  let numerator = mantissa;
  let denominator = 1n;
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  if (digits >= 0) numerator *= 10n ** BigInt(digits);
  else denominator *= 10n ** BigInt(-digits);

  let quotient = numerator / denominator;
  const twiceRemainder = 2n * (numerator % denominator);
  if (twiceRemainder > denominator || (twiceRemainder === denominator && quotient % 2n === 1n)) quotient += 1n;
  const rounded = Number(`${quotient}e${-digits}`);
  return value < 0 ? -rounded : rounded;
}

/**
 * Rounds as `numpy.round(x, digits)`, and `round()` of a numpy float, do: scale by a power of ten, round to the nearest
 * integer, half to even, and scale back. Differs from Python's rounding only within an ulp of a tie.
 *
 * @example roundLikeNumpy(0.123455, 5) // => 0.12346
 */
export function roundLikeNumpy(value: number, digits: number): number {
  const scale = Number(`1e${Math.abs(digits)}`);
  return digits >= 0 ? roundHalfEven(value * scale) / scale : roundHalfEven(value / scale) * scale;
}

/** C's `rint`: the nearest integer, half to even. NaN, infinities and the sign of zero are preserved. */
export function roundHalfEven(value: number): number {
  const magnitude = Math.abs(value);
  // At 2^52 and above every double is an integer; below it, adding 2^52 pushes the fraction out of the mantissa.
  if (!(magnitude < TWO_TO_52)) return value;
  const rounded = magnitude + TWO_TO_52 - TWO_TO_52;
  return value < 0 || Object.is(value, -0) ? -rounded : rounded;
}

const TWO_TO_52 = 2 ** 52;
const words = new DataView(new ArrayBuffer(8));

function decompose(value: number): { mantissa: bigint; exponent: number } {
  words.setFloat64(0, value);
  const bits = words.getBigUint64(0);
  const fraction = bits & ((1n << 52n) - 1n);
  const biased = Number((bits >> 52n) & 0x7ffn);
  if (biased === 0) return { mantissa: fraction, exponent: -1074 };
  return { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}
