import { toAsciiNumber, withoutUnderscores } from "./python-digits.ts";

const plain = /^[0-9]{1,15}$/;
const decimal = /^[ \t-\r]*([+-]?)([0-9]+)[ \t-\r]*$/;
const mostDigits = 4300;

/**
 * Python's `int(text)`, or null where it raises ValueError. Surrounding whitespace, a sign, single underscores between
 * digits and the digits of every script are accepted; a fraction, an exponent, U+001C to U+001F and more than 4300
 * digits (leading zeros count, underscores do not) are not.
 */
export function parsePythonInt(text: string): bigint | null {
  if (plain.test(text)) return BigInt(text);
  const digits = withoutUnderscores(toAsciiNumber(text));
  const match = digits === null ? null : decimal.exec(digits);
  if (match === null || match[2]!.length > mostDigits) return null;
  const magnitude = BigInt(match[2]!);
  return match[1] === "-" ? -magnitude : magnitude;
}
