import { visibleText } from "../lib/visible-text.ts";

/** What can be printed. Strings may come from anywhere: they are made safe when they are printed or become part of styled text. */
export type Text = string | number | StyledText;

/**
 * Text whose escape sequences are ours. It can only be made here, from parts that are safe. Put into a string it becomes
 * plain text: a style may get lost that way, but nothing unsafe gets through.
 */
export class StyledText {
  readonly #styled: string;
  readonly #plain: string;

  private constructor(styledText: string, plain: string) {
    this.#styled = styledText;
    this.#plain = plain;
  }

  static of(text: Text): StyledText {
    if (text instanceof StyledText) return text;
    const safe = visibleText(String(text));
    return new StyledText(safe, safe);
  }

  static join(parts: readonly Text[], separator: string): StyledText {
    const all = parts.map((part) => StyledText.of(part));
    return new StyledText(
      all.map((each) => each.#styled).join(separator),
      all.map((each) => each.#plain).join(separator),
    );
  }

  /** @param codes The numbers that begin and end a style, as in `\x1b[1m`. */
  withStyle([begin, end]: readonly [number, number]): StyledText {
    return new StyledText(`\x1b[${begin}m${this.#styled}\x1b[${end}m`, this.#plain);
  }

  render(withStyles: boolean): string {
    return withStyles ? this.#styled : this.#plain;
  }

  toString(): string {
    return this.#plain;
  }
}

const painter =
  (...codes: readonly [number, number]) =>
  (text: Text): StyledText =>
    StyledText.of(text).withStyle(codes);

export const bold = painter(1, 22);
export const dim = painter(2, 22);
export const red = painter(31, 39);
export const green = painter(32, 39);
export const yellow = painter(33, 39);

/** A template that keeps the styles of its parts: `styled`${bold(name)}: ${text}``. */
export function styled(strings: TemplateStringsArray, ...parts: readonly Text[]): StyledText {
  const pieces = strings.flatMap((piece, index) => (index < parts.length ? [piece, parts[index]!] : [piece]));
  return StyledText.join(pieces, "");
}

export function joinLines(lines: readonly Text[]): StyledText {
  return StyledText.join(lines, "\n");
}
