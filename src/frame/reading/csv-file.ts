import { closeSync, openSync, readSync, statSync } from "node:fs";
import { BenchError, UnreadableSubmission } from "../../lib/errors.ts";
import type { CellList } from "./cell-list.ts";
import { chunkRows } from "./chunk-rows.ts";
import { ColumnKinds } from "./column-kinds.ts";
import { columnNames } from "./column-names.ts";
import { type CellKind, mergeKinds } from "./column-typer.ts";
import { withFileSource } from "./csv-source.ts";
import { NumberParser } from "./number-parser.ts";
import { RowIndex } from "./row-index.ts";
import { RowReader } from "./row-reader.ts";
import type { RowFormat } from "./row-tokenizer.ts";
import { judgeCells, VerbatimRows } from "./verbatim-rows.ts";

/** Raw data comes from Kaggle, not from an agent: only impossible rows are refused. */
const noLimits = {
  bytes: Number.POSITIVE_INFINITY,
  rowBytes: 2 ** 30,
  blockBytes: 2 ** 20,
  columns: 2 ** 20,
  rows: Number.POSITIVE_INFINITY,
  cells: Number.POSITIVE_INFINITY,
  missingCells: Number.POSITIVE_INFINITY,
};

export interface CsvFileOptions {
  /** Default: a comma. */
  readonly delimiter?: "," | "\t";
  /** The types of columns that are not to be inferred (pandas' `dtype`). */
  readonly kinds?: Readonly<Record<string, CellKind>>;
  /** Read floats with pandas' default parser, which can get the last bit wrong, instead of `round_trip`. */
  readonly defaultFloats?: boolean;
}

/** Receives a row: cell `c` is `bytes[starts[base + c], ends[base + c])`. */
type VisitRow = (row: number, bytes: Buffer, starts: Uint32Array, ends: Uint32Array, base: number) => void;

/** Receives a row as stored: `bytes[start, end)`, including quotes, the line end and blank lines after it. */
type VisitRawRow = (index: number, row: number, bytes: Buffer, start: number, end: number) => void;

/** The part of a buffer that a file is read into. */
export interface ReadWindow {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * A CSV file of any size, read row by row with only a window of it in memory. Opening it reads it once, to index the
 * rows and to find the columns' types as pandas does. Every further use reads it again, which is cheap while the system
 * has it cached.
 */
export class CsvFile {
  readonly path: string;
  /** The file's size. */
  readonly bytes: number;
  readonly names: readonly string[];
  readonly length: number;
  /** Cells per row, including row labels. */
  readonly width: number;
  /** The number of leading cells without a name, which pandas uses as row labels. */
  readonly indexColumns: number;
  readonly #delimiter: number;
  readonly #index = new RowIndex();
  readonly #exact: boolean;
  #verbatim: VerbatimRows | null = null;
  #hasNul = false;
  readonly #kinds: readonly (readonly CellKind[])[];
  readonly #merged: readonly (CellKind | null)[];
  readonly #chunkRows: number;

  constructor(path: string, options: CsvFileOptions = {}) {
    this.path = path;
    this.bytes = statSync(path).size;
    this.#delimiter = options.delimiter === "\t" ? 9 : 44;
    this.#exact = options.defaultFloats !== true;
    const { header, width } = this.#read((reader) => reader);
    if (header.length === 0)
      throw new BenchError("empty-table", `${path} is empty: expected a CSV file with a header.`);
    this.names = columnNames(header);
    this.width = width;
    this.indexColumns = width - header.length;
    this.#chunkRows = chunkRows(width);

    this.#kinds = this.#findKinds(options.kinds ?? {});
    this.#merged = this.#kinds.map(mergeKinds);
    this.length = this.#index.length;
  }

  /** How to read single rows. */
  get format(): RowFormat {
    return { delimiter: this.#delimiter, width: this.width, hasNul: this.#hasNul };
  }

  /** How to read and print a cell of a column. It depends on the row only in columns of mixed type. */
  kindOf(column: number, row: number): CellKind {
    return this.#merged[column] ?? this.#kinds[column]![Math.floor(row / this.#chunkRows)]!;
  }

  /** The type of a whole column; null if it is mixed. */
  kind(column: number): CellKind | null {
    return this.#merged[column] ?? null;
  }

  /** Visits every row in file order. The bytes are valid only during the visit. */
  forEachRow(visit: VisitRow): void {
    this.#read((reader) => {
      let row = 0;
      reader.forEachBlock(({ bytes, cells, width, rows }) => {
        for (let base = 0; base < rows * width; base += width) {
          visit(row, bytes, cells.starts, cells.ends, base);
          row += 1;
        }
      });
    });
  }

  /** The rows that can be copied; null if that is not known. */
  get verbatim(): VerbatimRows | null {
    return this.#hasNul ? null : this.#verbatim;
  }

  /** Whether a column's cells can be copied in verbatim rows; see `VerbatimRows`. */
  isVerbatim(column: number): boolean {
    return this.#verbatim?.kinds[column] === this.#merged[column] && this.#merged[column] !== "int64-with-gaps";
  }

  /** The size of a row as stored, including its line end and blank lines after it. */
  rowBytes(row: number): number {
    return (row + 1 < this.length ? this.#index.at(row + 1) : this.bytes) - this.#index.at(row);
  }

  /**
   * Visits rows as stored: those given, in ascending order, or all. Other rows are skipped. `index` counts the visits.
   * Rows are read into `window` if they fit.
   */
  forEachRawRow(rows: Uint32Array | null, window: ReadWindow, visit: VisitRawRow): void {
    const file = openSync(this.path, "r");
    try {
      let { bytes, start, end } = window;
      // The window has the file's bytes from `offset` on.
      let [offset, filled] = [0, 0];
      const count = rows?.length ?? this.length;
      for (let index = 0; index < count; index += 1) {
        const row = rows === null ? index : rows[index]!;
        const from = this.#index.at(row);
        const until = row + 1 < this.length ? this.#index.at(row + 1) : this.bytes;
        if (from < offset || until > offset + filled) {
          if (until - from > end - start) [bytes, start, end] = [Buffer.allocUnsafeSlow(until - from), 0, until - from];
          offset = from;
          filled = readFully(file, bytes.subarray(start, end), from);
          if (until > offset + filled)
            throw new BenchError("unreadable-table", `${this.path} became shorter while it was being read.`);
        }
        visit(index, row, bytes, start + from - offset, start + until - offset);
      }
    } finally {
      closeSync(file);
    }
  }

  /** Finds the types of all columns, chunk by chunk, and where the rows begin, in one pass over the file. */
  #findKinds(given: Readonly<Record<string, CellKind>>): CellKind[][] {
    const columns = this.names.map((name) => new ColumnKinds(given[name] ?? null));
    const parser = new NumberParser();
    let inChunk = 0;
    this.#read((reader) => {
      reader.forEachBlock(({ bytes, offset, cells, width, rows }) => {
        parser.bytes = bytes;
        for (let row = 0; row < rows; row += 1) this.#index.push(offset + cells.rowStarts[row]!);
        const verdicts = this.#verbatim?.begin(cells) ?? null;
        for (let row = 0; row < rows; ) {
          if (inChunk === this.#chunkRows) {
            for (const column of columns) column.finishChunk();
            inChunk = 0;
          }
          const count = Math.min(rows - row, this.#chunkRows - inChunk);
          for (const [position, column] of columns.entries()) {
            const first = row * width + this.indexColumns + position;
            const judge = verdicts && { kind: this.#verbatim!.kinds[position]!, exact: this.#exact, verdicts };
            column.add(parser, cells, { first, stride: width, count, row }, judge);
          }
          row += count;
          inChunk += count;
        }
        if (verdicts === null) this.#judgeFirst(columns, bytes, cells, width);
        this.#verbatim!.end(rows);
      });
      this.#hasNul = reader.hasNul;
    });
    if (inChunk > 0) for (const column of columns) column.finishChunk();
    return columns.map(({ chunks }) => chunks);
  }

  /** Guesses the columns' types from the first rows, and judges these rows afterwards. */
  #judgeFirst(columns: readonly ColumnKinds[], bytes: Buffer, cells: CellList, width: number): void {
    this.#verbatim = new VerbatimRows(columns.map((column) => column.soFar()));
    const verdicts = this.#verbatim.begin(cells);
    for (const [position, kind] of this.#verbatim.kinds.entries()) {
      const range = { first: this.indexColumns + position, stride: width, count: cells.rows, row: 0 };
      judgeCells(bytes, cells, range, { kind, exact: this.#exact, verdicts });
    }
  }

  #read<T>(use: (reader: RowReader) => T): T {
    try {
      return withFileSource(this.path, (source) => use(new RowReader(source, noLimits, this.#delimiter)));
    } catch (error) {
      if (!(error instanceof UnreadableSubmission)) throw error;
      throw new BenchError("unreadable-table", `${this.path}: ${error.message}`, { cause: error });
    }
  }
}

function readFully(file: number, target: Buffer, position: number): number {
  let filled = 0;
  while (filled < target.length) {
    const read = readSync(file, target, filled, target.length - filled, position + filled);
    if (read === 0) break;
    filled += read;
  }
  return filled;
}
