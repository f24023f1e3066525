import { type JsonValue, pythonFloat } from "./json-value.ts";

const parts = /^(-?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([-+]?)([0-9]*))?$/;
const maximumDecimals = 15;
const decimalUnits = Float64Array.from({ length: maximumDecimals + 1 }, (_, count) => Number(`1e-${count}`));

/**
 * Reads a number as `pandas.read_json` does: the whole part, plus up to 15 decimals scaled by a power of ten, times the
 * exponent's power of ten. Every step rounds, so the last bits can differ from the nearest double. `NaN` is null.
 * `undefined` if the text is not a number or its whole part is too big for pandas. Use it as `parseNumber` of
 * `parseJson`.
 *
 * @example parseUjsonNumber("0.59") // => 0.59
 */
export function parseUjsonNumber(text: string): JsonValue | undefined {
  if (text === "NaN") return null;
  if (text === "Infinity" || text === "-Infinity") return Number(text);
  const match = parts.exec(text);
  if (!match || text === "") return undefined;
  const [, sign, wholeDigits, decimalDigits, exponentSign, exponentDigits] = match;
  const whole = parseWhole(wholeDigits!, sign === "-");
  if (whole === undefined) return undefined;
  if (decimalDigits === undefined && exponentDigits === undefined) {
    const value = sign === "-" ? BigInt.asIntN(64, -whole) : whole;
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  const decimals = (decimalDigits ?? "").slice(0, maximumDecimals);
  const size = Number(whole) + Number(decimals) * decimalUnits[decimals.length]!;
  const value = sign === "-" ? -size : size;
  if (exponentDigits === undefined) return pythonFloat(value);
  return pythonFloat(value * powerOfTen(Number(`${exponentSign}${exponentDigits || "0"}`)));
}

// Upstream: C's `pow` misses the nearest double by one bit for two powers of ten.
function powerOfTen(exponent: number): number {
  if (exponent === 23) return 1.0000000000000001e23;
  if (exponent === 210) return 1.0000000000000001e210;
  if (exponent > 308) return Infinity;
  return exponent < -400 ? 0 : Number(`1e${exponent}`);
}

/** The digits as an unsigned 64-bit number, which wraps around unless the check below notices. */
function parseWhole(digits: string, negative: boolean): bigint | undefined {
  if (digits.length <= 15) return BigInt(digits);
  let value = 0n;
  for (const digit of digits) {
    const next = BigInt.asUintN(64, value * 10n + BigInt(digit));
    // Upstream: an overflow is noticed only if the wrapped number became smaller, or is beyond the smallest int64.
    if (negative ? next > 2n ** 63n : next < value) return undefined;
    value = next;
  }
  return value;
}
