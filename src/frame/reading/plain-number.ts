import { powersOfTen } from "../../lib/numeric/powers-of-ten.ts";
import { isShortestDecimal } from "../../lib/python/shortest-decimal.ts";

/** Any number with up to this many digits survives conversion to a double. */
const safeDigits = 15;

/** What `readPlainNumber` returns. */
export const notPlain = 0;
const plainInteger = 1;
export const plainNegative = 2;
export const plainDecimal = 3;

/**
 * Classifies a cell at first sight: an integer of up to 15 digits, a negative one, or such a number with a point and
 * possibly more digits. Nearly all numbers are one of these.
 */
export function readPlainNumber(bytes: Buffer, start: number, end: number): number {
  const isNegative = start < end && bytes[start] === 45;
  const first = isNegative ? start + 1 : start;
  let point = -1;
  for (let at = first; at < end; at += 1) {
    const digit = bytes[at]! - 48;
    if (digit >= 0 && digit <= 9) continue;
    if (digit !== -2 || point >= 0) return notPlain;
    point = at;
  }
  // With more digits before the point, pandas notices an integer overflow before it sees the point.
  if ((point < 0 ? end : point) - first > safeDigits || end - first > 100) return notPlain;
  if (point >= 0) return end - first > 1 ? plainDecimal : notPlain;
  if (first === end) return notPlain;
  return isNegative ? plainNegative : plainInteger;
}

/** Whether a plain integer is written as it would be printed: without leading zeros, and zero without a sign. */
export function isCanonicalInteger(bytes: Buffer, start: number, end: number): boolean {
  if (bytes[start] === 45) return bytes[start + 1] !== 48;
  return bytes[start] !== 48 || end - start === 1;
}

/**
 * Whether a plain decimal is written as Python prints its double: digits on both sides of the point, no superfluous
 * zeros, no more digits than necessary. False if in doubt. `exact`: numbers are read as the nearest double; otherwise
 * only decimals of up to 15 digits are accepted.
 */
export function isCanonicalDecimal(bytes: Buffer, start: number, end: number, exact: boolean): boolean {
  const whole = bytes[start] === 45 ? start + 1 : start;
  let point = whole;
  while (bytes[point] !== 46) point += 1;
  const places = end - point - 1;
  if (point === whole || places === 0 || (point > whole + 1 && bytes[whole] === 48)) return false;
  if (bytes[end - 1] === 48) return places === 1;
  // Below 1e-4 Python prints an exponent.
  if (bytes[whole] === 48 && places >= 4 && startsWithZeros(bytes, point + 1, 4)) return false;
  if (end - whole - 1 <= safeDigits) return true;
  return exact && places <= 22 && isShortest(bytes, whole, end, places);
}

/** `isShortestDecimal` for up to 18 significant digits, the last of which is not zero. */
function isShortest(bytes: Buffer, start: number, end: number, places: number): boolean {
  let [first, next, digits] = [0, 0, 0];
  for (let at = start; at < end; at += 1) {
    const digit = bytes[at]! - 48;
    if (digit === -2 || (digit === 0 && digits === 0)) continue;
    digits += 1;
    if (digits <= 9) first = (first * 10 + digit) | 0;
    else if (digits <= 18) next = (next * 10 + digit) | 0;
  }
  if (digits > 18) return false;
  const shifted = digits > 9 ? first * powersOfTen[digits - 9]! : first;
  const sum = shifted + next;
  return isShortestDecimal(sum, next - (sum - shifted), places, bytes[end - 1]! - 48);
}

function startsWithZeros(bytes: Buffer, start: number, count: number): boolean {
  for (let at = start; at < start + count; at += 1) if (bytes[at] !== 48) return false;
  return true;
}
