import { isUtf8 } from "node:buffer";
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { BenchError } from "../lib/errors.ts";
import { type CellKind, ColumnTyper, mergeKinds } from "./column-typer.ts";
import { decodeCell } from "./decode-cell.ts";
import { columnNames } from "./header.ts";
import { NumberParser } from "./parse-number.ts";
import { truncateAtNul, truncateCellsAtNul } from "./read-csv.ts";
import { CsvScanner } from "./scan-csv.ts";

const windowBytes = 1 << 20;
const maximumWidth = 1 << 20;

export interface CsvFileOptions {
  /** Default: a comma. */
  readonly delimiter?: "," | "\t";
  /** Columns whose type is given instead of found (pandas' `dtype`). */
  readonly kinds?: Readonly<Record<string, CellKind>>;
}

/** One row of a window: cell `c` is `bytes[starts[base + c], ends[base + c])`. */
export type VisitRow = (row: number, bytes: Buffer, starts: Uint32Array, ends: Uint32Array, base: number) => void;

/**
 * A CSV file of any size, seen row by row: a window of it is in memory at a time. Opening it reads it once, to count
 * the rows and find the columns' types as pandas does; every further use reads it again, which is cheap while the
 * system keeps it cached.
 */
export class CsvFile {
  readonly path: string;
  /** The file's size. */
  readonly bytes: number;
  readonly names: readonly string[];
  readonly length: number;
  /** Cells of a row, leading row labels included. */
  readonly width: number;
  /** Leading cells without a name, which pandas takes as row labels. */
  readonly indexColumns: number;
  readonly #delimiter: number;
  readonly #kinds: readonly (readonly CellKind[])[];
  readonly #merged: readonly (CellKind | null)[];
  readonly #chunkRows: number;

  constructor(path: string, options: CsvFileOptions = {}) {
    this.path = path;
    this.bytes = statSync(path).size;
    this.#delimiter = options.delimiter === "\t" ? 9 : 44;
    const { header, width } = readHeader(path, this.#delimiter);
    this.names = columnNames(header);
    this.width = width;
    this.indexColumns = width - header.length;
    this.#chunkRows = chunkRows(width);

    const given = this.names.map((name) => options.kinds?.[name] ?? null);
    const kinds: CellKind[][] = this.names.map(() => []);
    let typers: ColumnTyper[] = [];
    let parser: NumberParser | null = null;
    let parsed: Buffer | null = null;
    const finishChunk = (): void => {
      for (const [column, typer] of typers.entries()) kinds[column]!.push(given[column] ?? typer.kind());
    };
    let rows = 0;
    this.forEachRow((row, bytes, starts, ends, base) => {
      if (row % this.#chunkRows === 0) {
        finishChunk();
        typers = this.names.map(() => new ColumnTyper());
      }
      if (parsed !== bytes) {
        parsed = bytes;
        parser = new NumberParser(bytes);
      }
      for (let column = 0; column < typers.length; column += 1) {
        if (given[column] !== null) continue;
        const cell = base + column + this.indexColumns;
        typers[column]!.add(parser!, bytes, starts[cell]!, ends[cell]!);
      }
      rows = row + 1;
    });
    finishChunk();
    this.length = rows;
    this.#kinds = kinds;
    this.#merged = kinds.map(mergeKinds);
  }

  /** How to read and print a cell of a column; it depends on the row only where pandas made a mixed column of it. */
  kindOf(column: number, row: number): CellKind {
    return this.#merged[column] ?? this.#kinds[column]![Math.floor(row / this.#chunkRows)]!;
  }

  /** The type of a whole column; null for a mixed one. */
  kind(column: number): CellKind | null {
    return this.#merged[column] ?? null;
  }

  /** Visits every row in file order. The bytes are valid during the visit only. */
  forEachRow(visit: VisitRow): void {
    const window = new FileWindow(this.path);
    try {
      const scanner = new WindowScanner(window, this.#delimiter);
      scanner.skipHeader();
      let row = 0;
      while (scanner.next(this.width)) {
        const { starts, ends, count } = scanner.cells;
        for (let base = 0; base < count; base += this.width) {
          visit(row, window.bytes, starts, ends, base);
          row += 1;
        }
      }
    } finally {
      window.close();
    }
  }
}

/** Upstream: pandas types a large file in chunks, of the largest power of two of rows below 2^20 / columns. */
function chunkRows(width: number): number {
  const heuristic = Math.floor(2 ** 20 / width);
  let rows = 1;
  while (rows * 2 < heuristic) rows *= 2;
  return rows;
}

function readHeader(path: string, delimiter: number): { header: string[]; width: number } {
  const window = new FileWindow(path);
  try {
    const scanner = new WindowScanner(window, delimiter);
    const header = scanner.skipHeader();
    if (header.length === 0)
      throw new BenchError("empty-table", `${path} is empty: expected a CSV file with a header.`);
    return { header, width: Math.max(header.length, scanner.firstRowWidth()) };
  } finally {
    window.close();
  }
}

/** The part of a file that is in memory. Grows when a single row does not fit. */
class FileWindow {
  bytes: Buffer;
  filled = 0;
  complete = false;
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, "r");
    // One byte more than the file, so that its end is seen without growing.
    this.bytes = Buffer.allocUnsafeSlow(Math.min(fstatSync(this.#file).size + 1, windowBytes));
  }

  /** Drops the bytes before `position` and reads on. */
  advance(position: number): void {
    if (position === 0 && this.filled === this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(this.bytes.length * 2);
      this.bytes.copy(larger, 0, 0, this.filled);
      this.bytes = larger;
    } else {
      this.bytes.copyWithin(0, position, this.filled);
      this.filled -= position;
    }
    while (this.filled < this.bytes.length) {
      const read = readSync(this.#file, this.bytes, this.filled, this.bytes.length - this.filled, null);
      if (read === 0) {
        this.complete = true;
        return;
      }
      this.filled += read;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Scans a window after another; after `next`, `cells` holds the rows that are complete in the window. */
class WindowScanner {
  readonly #window: FileWindow;
  readonly #delimiter: number;
  #scanner: CsvScanner;
  #position = 0;
  #lines = 0;
  #started = false;

  constructor(window: FileWindow, delimiter: number) {
    this.#window = window;
    this.#delimiter = delimiter;
    this.#scanner = new CsvScanner(window.bytes, 0, delimiter);
  }

  get cells(): CsvScanner["cells"] {
    return this.#scanner.cells;
  }

  /** Reads the header row and returns its cells; empty when the file is. */
  skipHeader(): string[] {
    if (!this.#scanRows(null, 1)) return [];
    const { starts, ends, count } = this.cells;
    return Array.from({ length: count }, (_, cell) =>
      truncateAtNul(decodeCell(this.#window.bytes, starts[cell]!, ends[cell]!)),
    );
  }

  firstRowWidth(): number {
    return this.#scanRows(null, 1) ? this.cells.count : 0;
  }

  /** Scans the next rows; false at the end of the file. */
  next(width: number): boolean {
    // The first row may be longer than the header, the others may not be longer than the first: both are `width`.
    return this.#scanRows(width, Number.POSITIVE_INFINITY);
  }

  #scanRows(width: number | null, rows: number): boolean {
    for (;;) {
      if (!this.#started) this.#load();
      const scanner = new CsvScanner(this.#window.bytes, this.#position, this.#delimiter);
      scanner.cells.starts = this.#scanner.cells.starts;
      scanner.cells.ends = this.#scanner.cells.ends;
      scanner.lines = this.#lines;
      this.#scanner = scanner;
      const begin = this.#position;
      const found = scanner.scan(this.#window.filled, { width, rows, final: this.#window.complete, maximumWidth });
      this.#position = scanner.position;
      this.#lines = scanner.lines;
      if (found > 0) {
        this.#check(begin, scanner.position);
        return true;
      }
      if (this.#window.complete) return false;
      this.#load();
    }
  }

  #load(): void {
    this.#window.advance(this.#started ? this.#position : 0);
    this.#position = 0;
    if (!this.#started) {
      const { bytes, filled } = this.#window;
      if (filled >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#position = 3;
      this.#started = true;
    }
  }

  #check(begin: number, end: number): void {
    const region = this.#window.bytes.subarray(begin, end);
    if (!isUtf8(region)) throw new BenchError("not-utf8", `A row near line ${this.#lines} is not UTF-8 text.`);
    if (region.includes(0)) {
      const { starts, ends, count } = this.cells;
      truncateCellsAtNul({ bytes: this.#window.bytes, starts, ends }, count);
    }
  }
}
