const plain = /^[ !#-[\]-~]*$/;
const outsideAscii = /[\x7f-\uffff]/g;
const escapes: string[] = [];

/**
 * A string as Python's `json` prints it with `ensure_ascii`: everything outside printable ASCII, including U+007F, as
 * `\uXXXX`, one per UTF-16 unit.
 */
export function quoteJsonText(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  // Both languages escape quotes, backslashes and control characters alike.
  return JSON.stringify(text).replace(outsideAscii, escapeUnit);
}

/** One UTF-16 unit as `\uXXXX`. */
export function escapeUnit(unit: string): string {
  const code = unit.charCodeAt(0);
  escapes[code] ??= `\\u${code.toString(16).padStart(4, "0")}`;
  return escapes[code];
}
