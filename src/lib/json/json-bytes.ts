export const quote = 0x22;
export const backslash = 0x5c;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const minus = 0x2d;

/** The position of the next byte that is not whitespace, or `end`. */
export function skipBlanks(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] === 0x20 || (bytes[at]! >= 0x09 && bytes[at]! <= 0x0d))) at += 1;
  return at;
}

/** Whether a byte may be part of a number: digits, signs, points and the letters of exponents, NaN and Infinity. */
export function isNumberByte(byte: number): boolean {
  if (byte <= 0x39) return byte >= 0x30 || byte === minus || byte === 0x2b || byte === 0x2e;
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
}
