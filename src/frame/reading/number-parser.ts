import { powersOfTen } from "../../lib/numeric/powers-of-ten.ts";
import { scaleDecimal } from "../../lib/python/scale-decimal.ts";

/** Why a cell could not be read: it is not an integer (or not a number), or it does not fit in 64 bits. */
export const notANumber = 1;
export const overflow = 2;

const int64Max = (1n << 63n) - 1n;
const uint64Max = (1n << 64n) - 1n;

/** C's `isspace` for ASCII: space, tab, newline, vertical tab, form feed, carriage return. */
const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);
const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;

/**
 * Reads numbers directly from the file's bytes, without making strings of plain decimals. The result of a call is in
 * the fields; one parser serves all cells of a column, because an object per cell would cost more than the parsing.
 */
export class NumberParser {
  /** The value as a double: exact for integers up to 2^53, otherwise correctly rounded. The integer `-0` is -0. */
  value = 0;
  /** The exact value of an integer beyond 2^53, otherwise null. */
  wide: bigint | null = null;

  /** The bytes that contain the cells. */
  bytes: Buffer;
  /** The first nine significant digits and the nine after them; further ones are only counted. */
  #firstDigits = 0;
  #nextDigits = 0;
  #significant = 0;
  #exponent = 0;
  #negative = false;
  #numberStart = 0;
  #numberEnd = 0;

  constructor(bytes: Uint8Array = Buffer.alloc(0)) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** pandas' `str_to_int64`: surrounding whitespace and a sign are allowed. Returns 0, `notANumber` or `overflow`. */
  integer(start: number, end: number): number {
    const bytes = this.bytes;
    this.wide = null;
    let at = start;
    while (at < end && isSpace(bytes[at]!)) at += 1;
    const signByte = bytes[at];
    const negative = at < end && signByte === 45;
    if (negative || (at < end && signByte === 43)) at += 1;
    const firstDigit = at;
    let value = 0;
    while (at < end && isDigit(bytes[at]!)) {
      value = value * 10 + (bytes[at]! - 48);
      at += 1;
    }
    const lastDigit = at;
    if (lastDigit === firstDigit) return notANumber;
    if (lastDigit - firstDigit > 15) {
      const exact = wholeNumber(bytes, firstDigit, lastDigit);
      // An overflow is noticed while reading the digits, whatever follows them.
      if (exact > int64Max + (negative ? 1n : 0n)) return overflow;
      this.wide = negative ? -exact : exact;
      value = Number(exact);
    }
    while (at < end && isSpace(bytes[at]!)) at += 1;
    if (at < end) return notANumber;
    this.value = negative ? -value : value;
    if (this.wide !== null && Math.abs(this.value) <= Number.MAX_SAFE_INTEGER) this.wide = null;
    return 0;
  }

  /** pandas' `str_to_uint64`, for cells without a minus sign. Returns 0, `notANumber` or `overflow`. */
  unsigned(start: number, end: number): number {
    const bytes = this.bytes;
    let at = start;
    while (at < end && isSpace(bytes[at]!)) at += 1;
    if (at < end && bytes[at] === 43) at += 1;
    const firstDigit = at;
    while (at < end && isDigit(bytes[at]!)) at += 1;
    if (at === firstDigit) return notANumber;
    const exact = wholeNumber(bytes, firstDigit, at);
    if (exact > uint64Max) return overflow;
    while (at < end && isSpace(bytes[at]!)) at += 1;
    if (at < end) return notANumber;
    this.wide = exact;
    this.value = Number(exact);
    return 0;
  }

  /** pandas' `round_trip` converter: the correctly rounded double. Returns 0 or `notANumber`. */
  float(start: number, end: number): number {
    if (!this.#scanFloat(start, end)) return this.#infinity(start, end);
    const value = this.#decimal();
    if (!Number.isNaN(value)) {
      this.value = this.#negative ? -value : value;
      return 0;
    }
    return this.#nearest();
  }

  /** The number that was scanned, or NaN if doubles are not enough to find the nearest one. */
  #decimal(): number {
    const significant = this.#significant;
    const exponent = this.#exponent;
    if (significant > 18 || exponent < -44 || exponent > 22) return Number.NaN;
    const shifted = significant > 9 ? this.#firstDigits * powersOfTen[significant - 9]! : this.#firstDigits;
    const mantissa = shifted + this.#nextDigits;
    if (significant <= 15) {
      // One multiplication or division of two exact doubles is correctly rounded.
      if (exponent >= 0) return mantissa * powersOfTen[exponent]!;
      if (exponent >= -22) return mantissa / powersOfTen[-exponent]!;
    } else if (exponent > 0) return Number.NaN;
    return scaleDecimal(mantissa, this.#nextDigits - (mantissa - shifted), -exponent);
  }

  #nearest(): number {
    const value = Number(this.bytes.toString("latin1", this.#numberStart, this.#numberEnd));
    // Upstream: pandas does not accept a positive number that is too large for a double (a negative one is -inf).
    if (value === Number.POSITIVE_INFINITY) return notANumber;
    this.value = value;
    return 0;
  }

  /** Whether `float` would succeed, without computing the value. */
  isFloat(start: number, end: number): boolean {
    if (!this.#scanFloat(start, end)) return this.#infinity(start, end) === 0;
    return this.#significant + this.#exponent < 300 || this.float(start, end) === 0;
  }

  /** Finds the parts of a decimal number. False if the cell is not one. */
  #scanFloat(start: number, end: number): boolean {
    const bytes = this.bytes;
    let at = start;
    while (at < end && isSpace(bytes[at]!)) at += 1;
    this.#numberStart = at;
    this.#negative = at < end && bytes[at] === 45;
    if (this.#negative || (at < end && bytes[at] === 43)) at += 1;

    let first = 0;
    let next = 0;
    let significant = 0;
    let point = -1;
    const digitsStart = at;
    for (; at < end; at += 1) {
      const digit = bytes[at]! - 48;
      if (digit < 0 || digit > 9) {
        if (digit !== -2 || point >= 0) break;
        point = at;
      } else if (significant < 9) {
        first = (first * 10 + digit) | 0;
        if (first > 0) significant += 1;
      } else {
        if (significant < 18) next = (next * 10 + digit) | 0;
        significant += 1;
      }
    }
    if (at - digitsStart === (point < 0 ? 0 : 1)) return false;
    let exponent = point < 0 ? 0 : point + 1 - at;
    if (at < end && (bytes[at]! | 32) === 101) {
      at += 1;
      let sign = 1;
      if (at < end && (bytes[at] === 45 || bytes[at] === 43)) {
        if (bytes[at] === 45) sign = -1;
        at += 1;
      }
      const exponentStart = at;
      let written = 0;
      while (at < end && isDigit(bytes[at]!)) {
        if (written < 100_000) written = written * 10 + (bytes[at]! - 48);
        at += 1;
      }
      if (at === exponentStart) return false;
      exponent += sign * written;
    }
    this.#numberEnd = at;
    while (at < end && isSpace(bytes[at]!)) at += 1;
    if (at < end) return false;
    this.#firstDigits = first;
    this.#nextDigits = next;
    this.#significant = significant;
    this.#exponent = exponent;
    return true;
  }

  /** Reads `inf` and `infinity`, in any case and with an optional sign, but without whitespace. */
  #infinity(start: number, end: number): number {
    if (end - start < 3 || end - start > 9) return notANumber;
    const text = this.bytes.toString("latin1", start, end).toLowerCase();
    const unsigned = text[0] === "-" || text[0] === "+" ? text.slice(1) : text;
    if (unsigned !== "inf" && unsigned !== "infinity") return notANumber;
    this.value = text[0] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return 0;
  }
}

/** Whether the cell's first character, after whitespace, is a minus sign. */
export function startsWithMinus(bytes: Buffer, start: number, end: number): boolean {
  let first = start;
  while (first < end && isSpace(bytes[first]!)) first += 1;
  return first < end && bytes[first] === 45;
}

/** The exact value of the digits, or just any that does not fit in 64 bits: reading a very long integer is slow. */
function wholeNumber(bytes: Buffer, start: number, end: number): bigint {
  let first = start;
  while (first < end - 1 && bytes[first] === 48) first += 1;
  return end - first > 20 ? 1n << 70n : BigInt(bytes.toString("latin1", first, end));
}
