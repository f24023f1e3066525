const special = /[^ !#-[\]-~]/g;
const shortEscapes = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/**
 * The inside of a JSON text as Python's `json` prints it with `ensure_ascii`: everything outside printable ASCII,
 * U+007F too, as `\uXXXX`, pairs of surrogates as two of them, lone ones as they are.
 */
export function escapeJsonText(text: string): string {
  return text.search(special) < 0 ? text : text.replace(special, escapeUnit);
}

/** One UTF-16 unit as a short escape or as `\uXXXX`. */
export function escapeUnit(unit: string): string {
  return shortEscapes.get(unit) ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
