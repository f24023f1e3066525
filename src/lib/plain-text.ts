/** Terminal escape sequences: CSI, OSC and other strings with their terminators, then any two-byte sequence. */
const escapeSequences =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g;

/** Control characters other than line feed and tab, characters that change the writing direction or have no width. */
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * A program's output as a terminal can safely show it: without colours, cursor movements, title changes, control
 * characters and marks that reorder text. Line ends and tabs stay.
 */
export function plainText(text: string): string {
  return text.replace(escapeSequences, "").replace(controls, "");
}
