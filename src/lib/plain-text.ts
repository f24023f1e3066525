/** Escape sequences of terminals: CSI, OSC and other strings with their ends, then any two-byte one. */
const escapeSequences =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g;

/** Control characters but the line end and the tab, and what turns the direction of writing or has no width. */
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Text that a terminal shows as it is: what a program printed, without colours, cursor movements, title changes, control
 * characters and marks that reorder it. Line ends and tabs stay.
 */
export function plainText(text: string): string {
  return text.replace(escapeSequences, "").replace(controls, "");
}
