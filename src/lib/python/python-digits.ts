import { isPythonSpace } from "./python-text.ts";

/**
 * The digit zero of every decimal script in Unicode 14, the version in Python 3.11. The other nine digits follow it.
 */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
  0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0,
  0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50,
  0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

/**
 * The text as Python's int() and float() see it: decimal digits of any script become 0-9, whitespace beyond ASCII
 * becomes a space, and any other character beyond ASCII becomes `?`, which no number contains.
 */
export function toAsciiNumber(text: string): string {
  if (!/[^\0-\x7e]/.test(text)) return text;
  let ascii = "";
  for (const character of text) {
    const point = character.codePointAt(0)!;
    if (point < 0x7f) ascii += character;
    else if (isPythonSpace(point)) ascii += " ";
    else ascii += decimalDigit(point) ?? "?";
  }
  return ascii;
}

function decimalDigit(point: number): string | undefined {
  const zero = zeros.findLast((first) => first <= point);
  return zero !== undefined && point - zero < 10 ? String(point - zero) : undefined;
}

/** The text without underscores, or null if one is not between two digits, as Python requires. */
export function withoutUnderscores(text: string): string | null {
  if (!text.includes("_")) return text;
  return /(?:^|[^0-9])_|_(?:[^0-9]|$)/.test(text) ? null : text.replaceAll("_", "");
}
