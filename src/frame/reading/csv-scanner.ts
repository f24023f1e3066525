import { UnreadableSubmission } from "../../lib/errors.ts";
import { CellList } from "./cell-list.ts";
import { scanPlainRows } from "./scan-plain-rows.ts";

const comma = 44;
const quote = 34;
const newline = 10;
const carriage = 13;

/** What to scan: `bytes[0, filled)`, and the same bytes as words of four. */
export interface ScanInput {
  readonly bytes: Buffer;
  readonly words: Int32Array;
  readonly filled: number;
  /** Whether `filled` is the end of the file. If not, a row that reaches it is left for the next call. */
  readonly complete: boolean;
}

interface ScanOptions {
  /** Cells per row: shorter rows are padded with empty cells, longer ones are refused. Null: any number. */
  readonly width: number | null;
  /** Stop after this many rows. */
  readonly rows: number;
  /** The most cells that a row may have before the file is refused. */
  readonly maximumWidth: number;
}

/**
 * Finds the cells of CSV rows as pandas' C tokenizer does: `\n`, `\r\n` and `\r` end a row, empty lines and lines of
 * only spaces or tabs are skipped, a quote opens a quoted cell only at the cell's start, `""` is a quote inside it, and
 * whatever follows the closing quote belongs to the cell (`"2"0` is 20). Cells that need unescaping are rewritten in
 * place, which only makes them shorter.
 */
export class CsvScanner {
  readonly cells = new CellList();
  /** Where the next row starts. */
  position = 0;
  /** Rows found so far. */
  rows = 0;
  /** Lines read so far, including blank ones. */
  lines = 0;
  /** Cells added to short rows so far. */
  padded = 0;
  /** Cells of the current row to unescape once the row is complete. */
  readonly #escaped: number[] = [];
  readonly #delimiter: number;
  /** Whether the line before ended with a carriage return alone. */
  #afterCarriage = false;

  /** The delimiter must not be above the comma: a comma or a tab. */
  constructor(delimiter = comma) {
    this.#delimiter = delimiter;
  }

  /** Scans rows from `position` on and adds their cells. Returns the number of rows found. */
  scan(input: ScanInput, options: ScanOptions): number {
    const { bytes, filled } = input;
    const { cells } = this;
    let found = 0;
    while (found < options.rows) {
      if (options.width !== null) {
        const before = cells.rows;
        const most = options.rows - found;
        this.position = scanPlainRows(input, cells, this.position, options.width, most, this.#delimiter);
        found += cells.rows - before;
        this.lines += cells.rows - before;
        if (cells.rows > before) this.#afterCarriage = false;
        if (found === options.rows) break;
      }
      if (this.position >= filled) break;
      if (bytes[this.position]! <= 32) {
        this.position = this.#skipBlankLines(input, this.position);
        if (this.position >= filled) break;
      }
      if (!this.#scanRow(input, options)) break;
      found += 1;
    }
    this.#escaped.length = 0;
    this.rows += found;
    return found;
  }

  /** Adds the row at `position`, whatever its cells. False if its end has not been read yet. */
  #scanRow(input: ScanInput, options: ScanOptions): boolean {
    const { bytes, words, filled, complete } = input;
    const { cells } = this;
    const delimiter = this.#delimiter;
    const limit = options.width ?? options.maximumWidth;
    const lastWord = filled - 3;
    // Local copies of the list's fields, because the loop below runs for every byte of the row.
    let { starts, ends, count } = cells;
    const firstCell = count;
    let at = this.position;
    let start = at;
    let irregular = false;

    for (;;) {
      // Most words contain nothing that could end a cell.
      if ((at & 3) === 0) while (at < lastWord && isPlain(words[at >> 2]!)) at += 4;
      let byte = at < filled ? bytes[at]! : -1;
      if (byte > comma) {
        at += 1;
        continue;
      }
      if (byte === quote && at === start) {
        cells.count = count;
        at = this.#quotedCell(input, at);
        if (at < 0 && complete) throw this.#unclosedQuote();
        if (at < 0) return this.#takeBack(firstCell);
        ({ starts, ends, count } = cells);
        irregular = true;
        byte = at < filled ? bytes[at]! : -1;
      } else if (byte === delimiter || byte === newline || byte === carriage || byte < 0) {
        if (count === starts.length) {
          cells.grow();
          ({ starts, ends } = cells);
        }
        starts[count] = start;
        ends[count] = at;
        count += 1;
      } else {
        if (byte === quote) irregular = true;
        at += 1;
        continue;
      }
      if (count - firstCell > limit) throw this.#tooManyCells(limit, options.width !== null);
      at += 1;
      start = at;
      if (byte === delimiter) continue;
      // Only more bytes show whether the row continues, or whether a line feed follows the carriage return.
      if (byte !== newline && at >= filled && !complete) return this.#takeBack(firstCell);
      this.#afterCarriage = byte === carriage && (at >= filled || bytes[at] !== newline);
      if (byte === carriage && !this.#afterCarriage) at += 1;
      break;
    }
    cells.count = count;
    this.#endRow(input, options.width, firstCell, at, irregular);
    return true;
  }

  /** Drops the cells of an incomplete row, which is scanned again when there are more bytes. */
  #takeBack(firstCell: number): false {
    this.cells.count = firstCell;
    return false;
  }

  #endRow({ bytes, filled }: ScanInput, width: number | null, firstCell: number, at: number, irregular: boolean): void {
    const { cells } = this;
    if (this.#escaped.length > 0) this.#unescape(bytes);
    const missing = (width ?? 0) - (cells.count - firstCell);
    if (missing > 0) this.#pad(missing, at);
    cells.pushRow(this.position, irregular || missing > 0);
    this.position = Math.min(at, filled);
    this.lines += 1;
  }

  /** Adds empty cells to a short row. */
  #pad(missing: number, at: number): void {
    for (let cell = 0; cell < missing; cell += 1) this.cells.push(at, at);
    this.padded += missing;
  }

  /** The start of the next line that is not blank. A line of spaces that reaches the end is left undecided. */
  #skipBlankLines({ bytes, filled, complete }: ScanInput, from: number): number {
    const delimiter = this.#delimiter;
    const isBlank = (byte: number): boolean => byte === 32 || (byte === 9 && delimiter !== 9);
    let at = from;
    while (at < filled) {
      const byte = bytes[at]!;
      if (byte === newline || byte === carriage) {
        if (byte === carriage && at + 1 >= filled && !complete) return at;
        const next = byte === carriage && at + 1 < filled ? bytes[at + 1]! : -1;
        // Upstream: after a blank line that ends with a lone \r, pandas also skips a delimiter.
        at += next === newline || next === delimiter ? 2 : 1;
        this.lines += 1;
        this.#afterCarriage = byte === carriage && next !== newline;
        continue;
      }
      if (!isBlank(byte)) return at;
      let ahead = at;
      while (ahead < filled && isBlank(bytes[ahead]!)) ahead += 1;
      if (ahead >= filled) return complete ? filled : at;
      if (bytes[ahead] !== newline && bytes[ahead] !== carriage) {
        this.#refuseBlankAfterCarriage();
        return at;
      }
      at = ahead;
    }
    return at;
  }

  /**
   * Upstream: at a row that starts with a blank, pandas goes back to the last line feed. After a lone carriage return it
   * then reads rows twice and runs out of memory, except in the third line, before which it starts a new buffer.
   */
  #refuseBlankAfterCarriage(): void {
    if (!this.#afterCarriage || this.lines === 2) return;
    throw new UnreadableSubmission(
      `Line ${this.lines + 1} starts with a blank, and the line before it ends with a carriage return (\\r). ` +
        "End every line with a line feed (\\n).",
    );
  }

  /**
   * Adds the quoted cell that opens at `open`. Returns the position of its delimiter, or -1 if the quote never closes.
   */
  #quotedCell({ bytes, filled }: ScanInput, open: number): number {
    let escapes = false;
    let close = open + 1;
    for (; ; close += 1) {
      while (close < filled && bytes[close] !== quote) close += 1;
      if (close >= filled) return -1;
      if (close + 1 >= filled || bytes[close + 1] !== quote) break;
      escapes = true;
      close += 1;
    }
    let at = close + 1;
    while (at < filled) {
      const byte = bytes[at]!;
      if (byte === this.#delimiter || byte === newline || byte === carriage) break;
      at += 1;
    }
    if (!escapes && at === close + 1) this.cells.push(open + 1, close);
    else {
      this.#escaped.push(this.cells.count);
      this.cells.push(open, at);
    }
    return at;
  }

  /** Rewrites, in place, the cells of the row that still have their quotes. */
  #unescape(bytes: Buffer): void {
    for (const cell of this.#escaped) {
      const start = this.cells.starts[cell]! + 1;
      const end = this.cells.ends[cell]!;
      let write = start;
      let read = start;
      while (read < end) {
        if (bytes[read] === quote) {
          if (bytes[read + 1] !== quote || read + 1 >= end) break;
          read += 1;
        }
        bytes[write++] = bytes[read++]!;
      }
      for (read += 1; read < end; read += 1) bytes[write++] = bytes[read]!;
      this.cells.starts[cell] = start;
      this.cells.ends[cell] = write;
    }
    this.#escaped.length = 0;
  }

  #unclosedQuote(): UnreadableSubmission {
    return new UnreadableSubmission(
      `A quote that opens in line ${this.lines + 1} is never closed. Close it, or write quotes inside a cell as "".`,
    );
  }

  #tooManyCells(limit: number, known: boolean): UnreadableSubmission {
    const line = `Line ${this.lines + 1}`;
    return new UnreadableSubmission(
      known
        ? `${line} has more cells than the rows before it: ${limit} expected. Quote cells that contain commas.`
        : `${line} has more than ${limit} cells. A submission is a table with a few columns: see the sample submission.`,
    );
  }
}

/** Whether none of a word's four bytes is below 45, as the comma, the quote and line ends are. */
function isPlain(word: number): boolean {
  return ((word - 0x2d2d2d2d) & ~word & 0x80808080) === 0;
}
