/** Characters that take two columns: East Asian wide ones and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const widthless = /[\p{Mark}\u200b-\u200f\u2060-\u2064]/u;

/** Columns that plain text takes on a terminal. Joined emoji are counted one by one, so it may be less, never more. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += columns(character);
  return width;
}

/** Text that takes at most so many columns; what is cut off is replaced by `…`. */
export function cutToWidth(text: string, width: number): string {
  // Most lines are short and plain: every UTF-16 unit takes two columns at most.
  if (text.length * 2 <= width) return text;
  let used = 0;
  let end = 0;
  let endWithMark = 0;
  for (const character of text) {
    used += columns(character);
    if (used > width) return width <= 0 ? "" : `${text.slice(0, endWithMark)}…`;
    end += character.length;
    if (used <= width - 1) endWithMark = end;
  }
  return text;
}

function columns(character: string): number {
  if (character < "\u0300") return 1;
  if (widthless.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
