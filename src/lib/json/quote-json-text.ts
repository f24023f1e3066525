const plain = /^[ !#-[\]-~]*$/;
const outsideAscii = /[\x7f-\uffff]/g;
const escapes: string[] = [];

/**
 * A text as Python's `json` prints it with `ensure_ascii`: everything outside printable ASCII, U+007F too, as
 * `\uXXXX`, pairs of surrogates as two of them, lone ones as they are.
 */
export function quoteJsonText(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  // Quotes, backslashes and control characters are escaped alike in both languages.
  return JSON.stringify(text).replace(outsideAscii, escapeUnit);
}

/** One UTF-16 unit as `\uXXXX`. */
export function escapeUnit(unit: string): string {
  const code = unit.charCodeAt(0);
  escapes[code] ??= `\\u${code.toString(16).padStart(4, "0")}`;
  return escapes[code];
}
