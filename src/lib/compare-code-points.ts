/**
 * Orders two strings by code point, as Python and numpy do; for `Array.prototype.sort`.
 *
 * JavaScript's `<` compares UTF-16 units instead, which puts U+1F600 before U+FFFD.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a.charCodeAt(i) === b.charCodeAt(i)) continue;
    // The previous unit may begin a surrogate pair in one text and stand alone in the other.
    const at = i > 0 && (a.charCodeAt(i - 1) & 0xfc00) === 0xd800 ? i - 1 : i;
    return a.codePointAt(at)! - b.codePointAt(at)!;
  }
  return a.length - b.length;
}
