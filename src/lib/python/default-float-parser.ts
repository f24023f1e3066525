import { powersOfTen } from "../numeric/powers-of-ten.ts";

const maximumDigits = 17;
const infinityWords = new Map([
  ["inf", Infinity],
  ["+inf", Infinity],
  ["-inf", -Infinity],
  ["infinity", Infinity],
  ["+infinity", Infinity],
  ["-infinity", -Infinity],
]);

/**
 * Reads a number as `pandas.read_csv` does without a `float_precision` (`precise_xstrtod` in its C parser): it
 * accumulates the first 17 digits in floating point and scales the sum once by a power of ten, so that the last bits
 * can differ from the nearest double. `undefined` if pandas would not accept the text as a number: no digits, trailing
 * characters, or too large for a double. `inf` and `infinity` are numbers; `nan` is left to the caller.
 *
 * @example parseDefaultFloat("110.66086393542855") // => 110.66086393542857
 */
export function parseDefaultFloat(text: string): number | undefined {
  const number = parseDecimal(text);
  return number ?? infinityWords.get(text.toLowerCase());
}

function parseDecimal(text: string): number | undefined {
  const length = text.length;
  let position = skipBlanks(text, 0);
  const sign = text.charCodeAt(position);
  if (sign === 43 || sign === 45) position++;

  let number = 0;
  let digits = 0;
  let exponent = 0;
  for (let digit = digitAt(text, position); digit >= 0; digit = digitAt(text, ++position)) {
    if (digits < maximumDigits) {
      number = number * 10 + digit;
      digits++;
    } else {
      exponent++;
    }
  }
  if (text.charCodeAt(position) === 46) {
    position++;
    for (let digit = digitAt(text, position); digit >= 0; digit = digitAt(text, ++position)) {
      if (digits >= maximumDigits) continue;
      // Leading zeros count as digits: 0.000…1 with more than 17 of them is 0.
      number = number * 10 + digit;
      digits++;
      exponent--;
    }
  }
  if (digits === 0) return undefined;
  if (sign === 45) number = -number;

  const letter = text.charCodeAt(position);
  if (letter === 69 || letter === 101) {
    position++;
    const exponentSign = text.charCodeAt(position);
    if (exponentSign === 43 || exponentSign === 45) position++;
    const start = position;
    let written = 0;
    for (let digit = digitAt(text, position); digit >= 0; digit = digitAt(text, ++position)) {
      if (position - start === maximumDigits) return undefined;
      // The C code counts in 32 bits and wraps around.
      written = (written * 10 + digit) | 0;
    }
    if (position === start) return undefined;
    exponent = (exponentSign === 45 ? exponent - written : exponent + written) | 0;
  }
  if (skipBlanks(text, position) !== length) return undefined;
  return scale(number, exponent);
}

function scale(number: number, exponent: number): number | undefined {
  if (exponent > 308) return undefined;
  if (exponent < -616) return 0;
  if (exponent < -308) return number / powersOfTen[-308 - exponent]! / powersOfTen[308]!;
  const scaled = exponent > 0 ? number * powersOfTen[exponent]! : number / powersOfTen[-exponent]!;
  return Number.isFinite(scaled) ? scaled : undefined;
}

function digitAt(text: string, position: number): number {
  const digit = text.charCodeAt(position) - 48;
  return digit >= 0 && digit <= 9 ? digit : -1;
}

function skipBlanks(text: string, position: number): number {
  let next = position;
  for (;;) {
    const code = text.charCodeAt(next);
    if (code !== 32 && !(code >= 9 && code <= 13)) return next;
    next++;
  }
}
