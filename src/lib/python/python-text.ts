const blank = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const words = new RegExp(`[^${blank}]+`, "gu");

/** Whether a UTF-16 unit is whitespace to Python: `str.isspace()`. Every such character lies in the basic plane. */
export function isPythonSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || (unit >= 0x1c && unit <= 0x1f);
  if (unit < 0x1680) return unit === 0x85 || unit === 0xa0;
  if (unit >= 0x2000 && unit <= 0x200a) return true;
  return unit === 0x1680 || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f || unit === 0x3000;
}

/**
 * The words of a text, as Python's `str.split()` without arguments: runs of whitespace separate, none is kept,
 * an empty or blank text has no words. U+001C to U+001F and U+0085 separate, U+FEFF does not, unlike in JavaScript.
 */
export function splitWhitespace(text: string): string[] {
  return text.match(words) ?? [];
}

/** The text without whitespace at both ends, as Python's `str.strip()` without arguments. */
export function strip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isPythonSpace(text.charCodeAt(start))) start++;
  while (end > start && isPythonSpace(text.charCodeAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}
