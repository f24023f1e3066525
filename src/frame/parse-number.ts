/** What a cell is not: no integer (or no number) at all, or one that does not fit 64 bits. */
export const notANumber = 1;
export const overflow = 2;

const powersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const int64Max = (1n << 63n) - 1n;
const uint64Max = (1n << 64n) - 1n;

/** C's `isspace` for ASCII: space, tab, newline, vertical tab, form feed, carriage return. */
const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);
const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;

/**
 * Reads one cell's number straight from the file's bytes, without making a string for plain decimals. The result of a
 * call stands in the fields; the object is reused for every cell of a column because allocating one per cell would
 * cost more than the parsing.
 */
export class NumberParser {
  /** The value as a double: exact for integers up to 2^53, correctly rounded otherwise. An integer `-0` gives -0. */
  value = 0;
  /** The exact value when the integer lies beyond 2^53, else null. */
  wide: bigint | null = null;

  readonly #bytes: Buffer;
  #mantissa = 0;
  #significant = 0;
  #exponent = 0;
  #negative = false;
  #numberStart = 0;
  #numberEnd = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** pandas' `str_to_int64`: blanks around it and a sign are allowed. Returns 0, `notANumber` or `overflow`. */
  integer(start: number, end: number): number {
    const bytes = this.#bytes;
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
    this.wide = null;
    if (lastDigit - firstDigit > 15) {
      const exact = BigInt(bytes.toString("latin1", firstDigit, lastDigit));
      // An overflow is noticed while the digits are read, so it counts before whatever follows them.
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

  /** pandas' `str_to_uint64`: a minus sign stops the reading; the caller decides what it means. Returns 0, `notANumber` or `overflow`. */
  unsigned(start: number, end: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (at < end && isSpace(bytes[at]!)) at += 1;
    if (at < end && bytes[at] === 43) at += 1;
    const firstDigit = at;
    while (at < end && isDigit(bytes[at]!)) at += 1;
    if (at === firstDigit) return notANumber;
    const exact = BigInt(bytes.toString("latin1", firstDigit, at));
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
    // One multiplication or division of two exact doubles is correctly rounded.
    if (this.#significant <= 15 && this.#exponent >= -22 && this.#exponent <= 22) {
      const value =
        this.#exponent < 0
          ? this.#mantissa / powersOfTen[-this.#exponent]!
          : this.#mantissa * powersOfTen[this.#exponent]!;
      this.value = this.#negative ? -value : value;
      return 0;
    }
    const value = Number(this.#bytes.toString("latin1", this.#numberStart, this.#numberEnd));
    // A positive number too large for a double is no number for pandas (a negative one is -inf).
    if (value === Number.POSITIVE_INFINITY) return notANumber;
    this.value = value;
    return 0;
  }

  /** Whether `float` would succeed, without the cost of the value. */
  isFloat(start: number, end: number): boolean {
    if (!this.#scanFloat(start, end)) return this.#infinity(start, end) === 0;
    return this.#significant + this.#exponent < 300 || this.float(start, end) === 0;
  }

  /** Finds a decimal number's parts; false when the cell is none. */
  #scanFloat(start: number, end: number): boolean {
    const bytes = this.#bytes;
    let at = start;
    while (at < end && isSpace(bytes[at]!)) at += 1;
    this.#numberStart = at;
    this.#negative = at < end && bytes[at] === 45;
    if (this.#negative || (at < end && bytes[at] === 43)) at += 1;

    let mantissa = 0;
    let significant = 0;
    let digits = 0;
    let exponent = 0;
    while (at < end && isDigit(bytes[at]!)) {
      mantissa = mantissa * 10 + (bytes[at]! - 48);
      if (mantissa > 0) significant += 1;
      digits += 1;
      at += 1;
    }
    if (at < end && bytes[at] === 46) {
      at += 1;
      while (at < end && isDigit(bytes[at]!)) {
        mantissa = mantissa * 10 + (bytes[at]! - 48);
        if (mantissa > 0) significant += 1;
        digits += 1;
        exponent -= 1;
        at += 1;
      }
    }
    if (digits === 0) return false;
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
    this.#mantissa = mantissa;
    this.#significant = significant;
    this.#exponent = exponent;
    return true;
  }

  /** `inf` and `infinity` in any case, with a sign and nothing around them. */
  #infinity(start: number, end: number): number {
    if (end - start < 3 || end - start > 9) return notANumber;
    const text = this.#bytes.toString("latin1", start, end).toLowerCase();
    const unsigned = text[0] === "-" || text[0] === "+" ? text.slice(1) : text;
    if (unsigned !== "inf" && unsigned !== "infinity") return notANumber;
    this.value = text[0] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return 0;
  }
}
