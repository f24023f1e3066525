import { toAsciiNumber, withoutUnderscores } from "./python-digits.ts";

const plain = /^-?[0-9]+(?:\.[0-9]*)?$/;
const number =
  /^[ \t-\r]*([+-]?)(?:((?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(inf(?:inity)?)|nan)[ \t-\r]*$/i;

/**
 * Python's `float(text)`, or null where it raises ValueError. Surrounding whitespace, signs, single underscores between
 * digits, the digits of every script, and `inf`, `infinity` and `nan` in any case are accepted; hexadecimal, U+001C to
 * U+001F and an empty text are not. A number that is too large becomes infinite.
 */
export function parsePythonFloat(text: string): number | null {
  if (plain.test(text)) return Number(text);
  const digits = withoutUnderscores(toAsciiNumber(text));
  const match = digits === null ? null : number.exec(digits);
  if (match === null) return null;
  const [, sign, finite, infinite] = match;
  if (finite === undefined && infinite === undefined) return Number.NaN;
  const magnitude = finite === undefined ? Number.POSITIVE_INFINITY : Number(finite);
  return sign === "-" ? -magnitude : magnitude;
}
