import { UnreadableSubmission } from "../../lib/errors.ts";
import type { CellList } from "./cell-list.ts";
import type { RowBlock } from "./column-builder.ts";
import { CsvScanner } from "./csv-scanner.ts";
import type { CsvSource } from "./csv-source.ts";
import { CsvWindow, type WindowLimits } from "./csv-window.ts";
import { decodeCell } from "./decode-cell.ts";

interface RowLimits extends WindowLimits {
  readonly columns: number;
  readonly rows: number;
  /** Rows times columns. */
  readonly cells: number;
  /** Cells missing from short rows: they cost memory, but no bytes of the file. */
  readonly missingCells?: number;
}

/** How many cells are typed at a time: few enough that their positions stay in the processor's cache. */
const blockCells = 2 ** 16;

/** Reads a table's rows block by block. The header and the first row, which decide its shape, are read right away. */
export class RowReader {
  /** The header's cells; empty for an empty file. */
  readonly header: readonly string[];
  /**
   * Cells per row. If the first row has more than the header, the surplus cells at the start of a row are its labels.
   */
  readonly width: number;
  /** Rows read so far. */
  rows = 0;
  readonly #window: CsvWindow;
  readonly #scanner: CsvScanner;
  readonly #limits: RowLimits;
  readonly #source: CsvSource;

  constructor(source: CsvSource, limits: RowLimits, delimiter?: number) {
    this.#source = source;
    this.#scanner = new CsvScanner(delimiter);
    this.#limits = limits;
    this.#window = new CsvWindow(source, limits);
    const { cells } = this.#scanner;
    this.#scanRow();
    this.header = Array.from({ length: cells.count }, (_, position) => this.#headerCell(cells, position));
    cells.clear();
    if (this.header.length > 0) this.#scanRow();
    this.width = Math.max(this.header.length, cells.count);
    if (cells.count > 0 && cells.count < this.width) {
      cells.irregular[0] = 1;
      while (cells.count < this.width) cells.push(0, 0);
    }
  }

  /** Whether a NUL has been read so far. */
  get hasNul(): boolean {
    return this.#window.hasNul;
  }

  /** Passes every block of rows to `use`. May be called only once. */
  forEachBlock(use: (block: RowBlock) => void): void {
    const { width } = this;
    const window = this.#window;
    const scanner = this.#scanner;
    const { cells } = scanner;
    const blockRows = Math.max(1, Math.floor(blockCells / Math.max(width, 1)));
    const options = { width, maximumWidth: this.#limits.columns };
    if (cells.count === 0) return;
    for (;;) {
      const wanted = blockRows - cells.count / width;
      const found = scanner.scan(window, { ...options, rows: wanted });
      const rows = cells.count / width;
      if (rows > 0) {
        this.rows += rows;
        this.#requireWithinLimits();
        if (window.hasNul) truncateAtNul(window.bytes, cells);
        const offset = window.consumed - window.filled;
        use({ bytes: window.bytes, offset, cells, width, rows, remaining: this.#remaining() });
        cells.clear();
      }
      if (found === wanted) continue;
      if (window.complete) return;
      window.advance(scanner.position);
      scanner.position = 0;
    }
  }

  #scanRow(): void {
    const options = { width: null, rows: 1, maximumWidth: this.#limits.columns };
    while (this.#scanner.scan(this.#window, options) === 0 && !this.#window.complete) {
      this.#window.advance(this.#scanner.position);
      this.#scanner.position = 0;
    }
  }

  #headerCell(cells: CellList, position: number): string {
    const text = decodeCell(this.#window.bytes, cells.starts[position]!, cells.ends[position]!);
    const nul = text.indexOf("\0");
    return nul < 0 ? text : text.slice(0, nul);
  }

  #requireWithinLimits(): void {
    const { rows, cells, missingCells = cells } = this.#limits;
    if (this.rows > rows) throw new UnreadableSubmission(`The file has more than ${rows} rows.`);
    if (this.#scanner.padded > missingCells) {
      throw new UnreadableSubmission(
        `The first ${this.rows} rows are missing ${this.#scanner.padded} cells: each row should have ${this.width}.`,
      );
    }
    if (this.rows * this.width > cells) {
      throw new UnreadableSubmission(
        `The file has more than ${cells} cells: at least ${this.rows} rows of ${this.width} columns.`,
      );
    }
  }

  /** How many rows to expect per row read so far, estimated from the number of bytes read. */
  #remaining(): number {
    const read = this.#window.consumed - this.#window.filled + this.#scanner.position;
    const expected = (this.#source.size / Math.max(read, 1)) * 1.02;
    const allowed = Math.min(this.#limits.rows, this.#limits.cells / this.width) / this.rows;
    return Math.max(1.25, Math.min(expected, allowed));
  }
}

/** Upstream: pandas' cells are C strings, so a cell ends at its first NUL. */
export function truncateAtNul(bytes: Buffer, cells: CellList): void {
  for (let cell = 0; cell < cells.count; cell += 1) {
    const end = cells.ends[cell]!;
    let at = cells.starts[cell]!;
    while (at < end && bytes[at] !== 0) at += 1;
    cells.ends[cell] = at;
  }
}
