/**
 * What a terminal obeys instead of showing, and what changes how other characters are shown: control characters other than line
 * feed and tab, marks that reorder text, characters without a width, halves of surrogate pairs.
 */
const unsafe =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Surrogate}\u{e0000}-\u{e007f}]/gu;

/** Text as a terminal can safely show it: unsafe characters become escapes such as `\x1b` and `\u202e`. Others stay as they are. */
export function visibleText(text: string): string {
  return text.replace(unsafe, (character) => {
    const hex = character.codePointAt(0)!.toString(16);
    if (hex.length <= 2) return `\\x${hex.padStart(2, "0")}`;
    return hex.length <= 4 ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
  });
}

/** JSON with the same meaning that a terminal can safely show. */
export function visibleJson(json: string): string {
  return json.replace(unsafe, (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
