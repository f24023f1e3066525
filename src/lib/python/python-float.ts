import { toAsciiNumber, withoutUnderscores } from "./python-digits.ts";

const plain = /^-?[0-9]+(?:\.[0-9]*)?$/;
const number =
  /^[ \t-\r]*([+-]?)(?:((?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(inf(?:inity)?)|nan)[ \t-\r]*$/i;

/**
 * The number that Python's `float(text)` reads, or null where it raises ValueError. Whitespace around the number,
 * signs, single underscores between digits, the digits of every script and `inf`, `infinity`, `nan` in any case are
 * accepted; hexadecimal, U+001C to U+001F and an empty text are not. Too large is infinite, as in Python.
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
