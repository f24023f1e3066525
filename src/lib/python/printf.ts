import { padExponent } from "./python-repr.ts";

// JavaScript's toFixed and toExponential round the exact binary value, as C does, except that they round a tie up where
// C rounds to even. So C's text is JavaScript's, with an odd last digit after a tie reduced by one, which never
// borrows.

/**
 * C's `%.<decimals>f`, as in pandas' `float_format="%.10f"`: the exact value, ties to even, up to 100 decimals.
 *
 * @example formatFixed(0.125, 2) // => "0.12"
 */
export function formatFixed(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return nonFinite(value);
  if (Math.abs(value) >= 1e21) return BigInt(value).toString() + (decimals > 0 ? `.${"0".repeat(decimals)}` : "");
  const text = value.toFixed(decimals);
  if (Object.is(value, -0)) return `-${text}`;
  return isTie(value, decimals) ? evenLastDigit(text) : text;
}

/**
 * C's `%.<precision>g`, as in pandas' `float_format="%.10g"`: at most `precision` significant digits (up to 100), ties
 * to even, no trailing zeros, exponent form below 1e-4 and from 10^precision up.
 *
 * @example formatGeneral(1234567.5, 7) // => "1234568"
 */
export function formatGeneral(value: number, precision: number): string {
  if (!Number.isFinite(value)) return nonFinite(value);
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const digitCount = Math.max(precision, 1);
  const size = Math.abs(value);
  // The common case, at less than half the cost. The margin of 1 excludes numbers that round up to one more digit.
  if (digitCount <= 15 && size >= 1e-4 && size < powerOfTen(digitCount) - 1) {
    return withoutTrailingZeros(formatFixed(value, digitCount - 1 - decimalExponent(size)));
  }
  const scientific = value.toExponential(digitCount - 1);
  const split = scientific.indexOf("e");
  const exponent = Number(scientific.slice(split + 1));
  let mantissa = scientific.slice(0, split);
  if (isTie(value, digitCount - 1 - exponent)) mantissa = evenLastDigit(mantissa);
  if (exponent < -4 || exponent >= digitCount) {
    return padExponent(withoutTrailingZeros(mantissa) + scientific.slice(split));
  }
  return placePoint(mantissa, exponent);
}

const powers = Float64Array.from({ length: 20 }, (_, i) => Number(`1e${i - 4}`));

/** The double nearest to 10^exponent, from -4 to 15. Below 1 it is slightly above the true power, so `>=` is exact. */
function powerOfTen(exponent: number): number {
  return powers[exponent + 4]!;
}

function decimalExponent(size: number): number {
  const guess = Math.floor(Math.log10(size));
  if (size < powerOfTen(guess)) return guess - 1;
  return size >= powerOfTen(guess + 1) ? guess + 1 : guess;
}

/**
 * Whether the value is exactly halfway between two decimals of that many places. Negative places: tens, hundreds, ...
 */
function isTie(value: number, places: number): boolean {
  if (places >= 0) {
    // value * 10^places ends in .5 exactly when value * 2^(places + 1) is an odd whole number; the product is exact.
    return Math.abs((value * 2 ** (places + 1)) % 2) === 1;
  }
  if (!Number.isInteger(value)) return false;
  const unit = 10n ** BigInt(-places);
  return (BigInt(value) * 2n) % (unit * 2n) === (value > 0 ? unit : -unit);
}

function evenLastDigit(text: string): string {
  const digit = text.charCodeAt(text.length - 1) - 48;
  return digit % 2 === 1 ? text.slice(0, -1) + (digit - 1) : text;
}

function placePoint(mantissa: string, exponent: number): string {
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.slice(sign.length).replace(".", "");
  if (exponent < 0) return withoutTrailingZeros(`${sign}0.${"0".repeat(-exponent - 1)}${digits}`);
  const whole = digits.slice(0, exponent + 1);
  const fraction = digits.slice(exponent + 1);
  return withoutTrailingZeros(fraction === "" ? sign + whole : `${sign}${whole}.${fraction}`);
}

function withoutTrailingZeros(text: string): string {
  if (!text.includes(".")) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === 48) end--;
  if (text[end - 1] === ".") end--;
  return text.slice(0, end);
}

function nonFinite(value: number): string {
  return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
}
