const blank = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const words = new RegExp(`[^${blank}]+`, "gu");

/** Python's `str.isspace()` for a UTF-16 unit. Every such character is in the basic plane. */
export function isPythonSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || (unit >= 0x1c && unit <= 0x1f);
  if (unit < 0x1680) return unit === 0x85 || unit === 0xa0;
  if (unit >= 0x2000 && unit <= 0x200a) return true;
  return unit === 0x1680 || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f || unit === 0x3000;
}

/**
 * Python's `str.split()` without arguments: the words of a text, separated by runs of whitespace. An empty or blank
 * text has no words. Unlike in JavaScript, U+001C to U+001F and U+0085 separate words and U+FEFF does not.
 */
export function splitWhitespace(text: string): string[] {
  return text.match(words) ?? [];
}

/** Python's `str.strip()` without arguments: the text without whitespace at both ends. */
export function strip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isPythonSpace(text.charCodeAt(start))) start++;
  while (end > start && isPythonSpace(text.charCodeAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}
