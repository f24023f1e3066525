/**
 * Orders two strings by code point, as Python and numpy do; for `Array.prototype.sort`.
 *
 * JavaScript's `<` orders by UTF-16 unit and so puts U+1F600 before U+FFFD.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Lifts surrogates above the rest of the basic plane: they stand for code points from U+10000 on. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
