/** As much of a terminal as a live view needs: text, wrapping, cursor up, erasing. Does not know wide characters. */
export class TerminalScreen {
  columns: number;
  lines: string[] = [""];
  cursorIsHidden = false;
  #row = 0;
  #column = 0;

  constructor(columns: number) {
    this.columns = columns;
  }

  write(text: string): void {
    for (const [piece] of text.matchAll(/\x1b\[(\?)?[\d;]*[A-Za-z]|[\s\S]/g)) {
      if (piece.startsWith("\x1b[")) this.#control(piece);
      else if (piece === "\r") this.#column = 0;
      else if (piece === "\n") this.#down();
      else this.#put(piece);
    }
  }

  /** Makes it narrower: lines that do not fit any more are wrapped, and the cursor stays with the last one. */
  resize(columns: number): void {
    this.columns = columns;
    this.lines = this.lines.flatMap((line) => line.match(new RegExp(`.{1,${columns}}`, "g")) ?? [""]);
    this.#row = this.lines.length - 1;
  }

  /** What a person sees, without empty lines at the end. */
  shown(): string[] {
    return this.lines
      .map((line) => line.trimEnd())
      .join("\n")
      .trimEnd()
      .split("\n");
  }

  #control(sequence: string): void {
    const count = Number(/\d+/.exec(sequence)?.[0] ?? 1);
    if (sequence === "\x1b[?25l") this.cursorIsHidden = true;
    else if (sequence === "\x1b[?25h") this.cursorIsHidden = false;
    else if (sequence.endsWith("A")) this.#row = Math.max(0, this.#row - count);
    else if (sequence.endsWith("K")) this.lines[this.#row] = this.lines[this.#row]!.slice(0, this.#column);
    else if (sequence.endsWith("J")) {
      this.lines[this.#row] = this.lines[this.#row]!.slice(0, this.#column);
      this.lines.length = this.#row + 1;
    } else if (!sequence.endsWith("m")) throw new Error(`Unexpected ${JSON.stringify(sequence)}.`);
  }

  #down(): void {
    this.#row += 1;
    this.#column = 0;
    this.lines[this.#row] ??= "";
  }

  #put(character: string): void {
    if (this.#column === this.columns) this.#down();
    const line = this.lines[this.#row]!.padEnd(this.#column);
    this.lines[this.#row] = line.slice(0, this.#column) + character + line.slice(this.#column + 1);
    this.#column += 1;
  }
}
