import { UnreadableSubmission } from "../lib/errors.ts";

const quote = 34;
const newline = 10;
const carriage = 13;

/** The cells found so far, row after row. Grows as needed; `count` cells are filled. */
export class CellList {
  starts = new Uint32Array(1024);
  ends = new Uint32Array(1024);
  count = 0;

  push(start: number, end: number): void {
    if (this.count === this.starts.length) this.grow(this.count * 2);
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count += 1;
  }

  grow(capacity: number): void {
    const starts = new Uint32Array(capacity);
    const ends = new Uint32Array(capacity);
    starts.set(this.starts.subarray(0, this.count));
    ends.set(this.ends.subarray(0, this.count));
    this.starts = starts;
    this.ends = ends;
  }
}

export interface ScanOptions {
  /** Cells a row must have: shorter rows are padded with empty cells, longer ones are refused. Null: take what comes. */
  readonly width: number | null;
  /** Stop after this many rows. */
  readonly rows: number;
  /** Whether `end` is the end of the file; otherwise a row that reaches it is left for the next call. */
  readonly final: boolean;
  /** Most cells of one row; beyond it the file is refused. */
  readonly maximumWidth: number;
}

/**
 * Finds the cells of CSV rows in `bytes[start, end)` as pandas' C tokenizer does: `\n`, `\r\n` and `\r` end a row,
 * blank lines and lines of only spaces or tabs are skipped, a quote opens a quoted cell only at the cell's start,
 * `""` is a quote inside it, and what follows the closing quote still belongs to the cell (`"2"0` is 20).
 * Cells whose bytes must change for that are rewritten in place: unescaping only ever shrinks them.
 */
export class CsvScanner {
  readonly cells = new CellList();
  /** Where the next row starts. */
  position: number;
  /** Rows found so far. */
  rows = 0;
  /** Lines passed so far, blank ones included. */
  lines = 0;

  readonly #bytes: Buffer;
  readonly #delimiter: number;
  /** Cells of the current row that need unescaping once the row is known to be complete. */
  #escaped: number[] = [];

  constructor(bytes: Buffer, position: number, delimiter = 44) {
    this.#bytes = bytes;
    this.#delimiter = delimiter;
    this.position = position;
  }

  /** Scans rows up to `end`. Returns how many it found. */
  scan(end: number, options: ScanOptions): number {
    const bytes = this.#bytes;
    const comma = this.#delimiter;
    const cells = this.cells;
    const limit = options.width ?? options.maximumWidth;
    let at = this.position;
    let found = 0;

    rows: while (found < options.rows) {
      at = this.#skipBlankLines(at, end, options.final);
      this.position = at;
      if (at >= end) break;
      const firstCell = cells.count;
      this.#escaped.length = 0;

      for (;;) {
        let byte = at < end ? bytes[at]! : -1;
        if (byte === quote) {
          at = this.#quotedCell(at, end);
          if (at < 0) {
            if (options.final) throw this.#unclosedQuote();
            cells.count = firstCell;
            break rows;
          }
          byte = at < end ? bytes[at]! : -1;
        } else {
          const start = at;
          while (at < end) {
            byte = bytes[at]!;
            if (byte <= 44 && (byte === comma || byte === newline || byte === carriage)) break;
            at += 1;
          }
          if (at >= end) byte = -1;
          cells.push(start, at);
        }
        if (cells.count - firstCell > limit) throw this.#tooManyCells(limit, options.width !== null);
        if (byte === comma) {
          at += 1;
          continue;
        }
        if (byte === newline) at += 1;
        else if (byte === carriage) {
          // Whether a newline follows decides where the next row starts.
          if (at + 1 >= end && !options.final) {
            cells.count = firstCell;
            break rows;
          }
          at += at + 1 < end && bytes[at + 1] === newline ? 2 : 1;
        } else if (!options.final) {
          cells.count = firstCell;
          break rows;
        }
        break;
      }

      for (const cell of this.#escaped) this.#unescape(cell);
      if (options.width !== null) {
        while (cells.count - firstCell < options.width) cells.push(at, at);
      }
      this.position = at;
      this.lines += 1;
      found += 1;
    }
    this.rows += found;
    return found;
  }

  /** The start of the next line that holds a cell. A line of blanks that is cut off by `end` stays undecided. */
  #skipBlankLines(from: number, end: number, final: boolean): number {
    const bytes = this.#bytes;
    const comma = this.#delimiter;
    let at = from;
    while (at < end) {
      const byte = bytes[at]!;
      if (byte === newline || byte === carriage) {
        if (byte === carriage && at + 1 >= end && !final) return at;
        const next = byte === carriage && at + 1 < end ? bytes[at + 1]! : -1;
        // Upstream: after a blank line that a lone \r ends, pandas also swallows a comma.
        at += next === newline || next === comma ? 2 : 1;
        this.lines += 1;
        continue;
      }
      if (byte === comma || (byte !== 32 && byte !== 9)) return at;
      let ahead = at;
      while (ahead < end && bytes[ahead] !== comma && (bytes[ahead] === 32 || bytes[ahead] === 9)) ahead += 1;
      if (ahead >= end) return final ? end : at;
      if (bytes[ahead] !== newline && bytes[ahead] !== carriage) return at;
      at = ahead;
    }
    return at;
  }

  /** Adds the quoted cell that opens at `open`; returns where its delimiter is, or -1 when the quote never closes. */
  #quotedCell(open: number, end: number): number {
    const bytes = this.#bytes;
    const comma = this.#delimiter;
    let escapes = false;
    let close = open + 1;
    for (; ; close += 1) {
      while (close < end && bytes[close] !== quote) close += 1;
      if (close >= end) return -1;
      if (close + 1 >= end || bytes[close + 1] !== quote) break;
      escapes = true;
      close += 1;
    }
    let at = close + 1;
    while (at < end) {
      const byte = bytes[at]!;
      if (byte === comma || byte === newline || byte === carriage) break;
      at += 1;
    }
    if (!escapes && at === close + 1) this.cells.push(open + 1, close);
    else {
      this.#escaped.push(this.cells.count);
      this.cells.push(open, at);
    }
    return at;
  }

  /** Rewrites a cell that still has its quotes, in place. */
  #unescape(cell: number): void {
    const bytes = this.#bytes;
    const start = this.cells.starts[cell]! + 1;
    const end = this.cells.ends[cell]!;
    let write = start;
    let read = start;
    while (read < end) {
      if (bytes[read] === quote) {
        if (bytes[read + 1] !== quote || read + 1 >= end) break;
        read += 1;
      }
      bytes[write] = bytes[read]!;
      write += 1;
      read += 1;
    }
    for (read += 1; read < end; read += 1) {
      bytes[write] = bytes[read]!;
      write += 1;
    }
    this.cells.starts[cell] = start;
    this.cells.ends[cell] = write;
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
