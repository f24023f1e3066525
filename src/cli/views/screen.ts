import { divertNotes, showsStyles } from "../output.ts";
import { StyledText, type Text } from "../styled-text.ts";
import { widthOf } from "./cut-to-width.ts";

/** What a screen needs of a terminal: `process.stderr` is one. */
export interface TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

const escapes = { hide: "\x1b[?25l", show: "\x1b[?25h", eraseLine: "\x1b[K", eraseBelow: "\x1b[J" } as const;

/**
 * Keeps a block of lines at the bottom of a terminal up to date. Lines are overwritten in place by one write, so nothing
 * flickers; the cursor is hidden meanwhile, and shown again by `end`, or when the process ends without calling it. Notes are
 * printed above the block.
 */
export class Screen {
  readonly #stream: TerminalStream;
  #shown: StyledText[] = [];
  #isHidden = false;
  readonly #restore = () => this.#showCursor();

  constructor(stream: TerminalStream) {
    this.#stream = stream;
  }

  draw(lines: readonly Text[]): void {
    const start = this.#isHidden ? "" : escapes.hide;
    if (!this.#isHidden) {
      process.once("exit", this.#restore);
      divertNotes((text) => this.print([text]));
    }
    this.#isHidden = true;
    const shown = lines.map((line) => StyledText.of(line));
    this.#stream.write(`${start}${this.#up()}${this.#render(shown)}${escapes.eraseBelow}`);
    this.#shown = shown;
  }

  /** Prints lines that stay, above the block. */
  print(lines: readonly Text[]): void {
    const block = this.#shown;
    this.#stream.write(`${this.#up()}${this.#render(lines.map((line) => StyledText.of(line)))}${escapes.eraseBelow}`);
    this.#shown = [];
    this.draw(block);
  }

  /** Removes the block and shows the cursor. */
  end(): void {
    if (this.#shown.length > 0) this.#stream.write(`${this.#up()}${escapes.eraseBelow}`);
    this.#shown = [];
    this.#showCursor();
  }

  #showCursor(): void {
    if (this.#isHidden) this.#stream.write(escapes.show);
    if (this.#isHidden) divertNotes(null);
    this.#isHidden = false;
    process.removeListener("exit", this.#restore);
  }

  #render(texts: readonly StyledText[]): string {
    const lines = texts.flatMap((text) => text.render(showsStyles(this.#stream)).split("\n"));
    return lines.map((line) => `${line}${escapes.eraseLine}\n`).join("");
  }

  /** To the block's first line. A terminal that became narrower since has wrapped the lines that do not fit any more. */
  #up(): string {
    const columns = this.#stream.columns || 80;
    const rows = this.#shown.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(String(line)) / columns)), 0);
    return rows === 0 ? "\r" : `\r\x1b[${Math.min(rows, (this.#stream.rows || 24) - 1)}A`;
  }
}
