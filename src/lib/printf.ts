import { padExponent } from "./python-repr.ts";

// JavaScript's toFixed and toExponential round the exact binary value, as C does, except that a value exactly halfway
// between two decimals goes up where C goes to the even one. So C's text is JavaScript's with, after such a tie, an odd
// last digit made even again; an odd digit minus one needs no borrowing.

/**
 * C's `%.<decimals>f`, as in pandas' `float_format="%.10f"`: exact value, ties to even, up to 100 decimals.
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

/** Is the value exactly halfway between two decimals of that many places? Negative places: tens, hundreds, ... */
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
