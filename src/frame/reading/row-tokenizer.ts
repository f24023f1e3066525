import type { CellList } from "./cell-list.ts";
import { CsvScanner } from "./csv-scanner.ts";
import { truncateAtNul } from "./row-reader.ts";

/** What is known about a file whose rows are read one by one. */
export interface RowFormat {
  readonly delimiter: number;
  /** Cells per row. */
  readonly width: number;
  readonly hasNul: boolean;
}

/** Finds the cells of single rows anywhere in a buffer, by the rules of `CsvScanner`. */
export class RowTokenizer {
  readonly #scanner: CsvScanner;
  readonly #hasNul: boolean;
  readonly #options: { width: number; rows: number; maximumWidth: number };
  readonly #input: { bytes: Buffer; words: Int32Array; filled: number; complete: boolean } = {
    bytes: Buffer.alloc(0),
    words: new Int32Array(0),
    filled: 0,
    complete: true,
  };

  constructor(format: RowFormat) {
    this.#scanner = new CsvScanner(format.delimiter);
    this.#hasNul = format.hasNul;
    this.#options = { width: format.width, rows: 1, maximumWidth: format.width };
  }

  /**
   * The cells of the row in `bytes[start, end)`, valid until the next call. Unescapes the row's bytes in place. The
   * buffer's memory must begin at a multiple of four, as that of a whole allocation does.
   */
  cells(bytes: Buffer, start: number, end: number): CellList {
    const input = this.#input;
    if (input.bytes !== bytes) {
      input.bytes = bytes;
      input.words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    }
    const scanner = this.#scanner;
    const { cells } = scanner;
    cells.clear();
    scanner.position = start;
    input.filled = end;
    scanner.scan(input, this.#options);
    if (this.#hasNul) truncateAtNul(bytes, cells);
    return cells;
  }
}
