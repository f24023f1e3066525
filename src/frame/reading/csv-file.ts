import { closeSync, openSync, readSync, statSync } from "node:fs";
import { BenchError, UnreadableSubmission } from "../../lib/errors.ts";
import type { CellList } from "./cell-list.ts";
import { ColumnKinds } from "./column-kinds.ts";
import { columnNames } from "./column-names.ts";
import { type CellKind, mergeKinds } from "./column-typer.ts";
import { withFileSource } from "./csv-source.ts";
import { NumberParser } from "./number-parser.ts";
import { RowIndex } from "./row-index.ts";
import { RowReader } from "./row-reader.ts";
import type { RowFormat } from "./row-tokenizer.ts";
import { judgeCells, VerbatimRows } from "./verbatim-rows.ts";

/** Raw data comes from Kaggle, not from an agent: only a row that cannot be one is refused. */
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
  /** Columns whose type is given instead of found (pandas' `dtype`). */
  readonly kinds?: Readonly<Record<string, CellKind>>;
  /** Read floats with pandas' default parser, which can miss the last bit, instead of `round_trip`. */
  readonly defaultFloats?: boolean;
}

/** One row of a window: cell `c` is `bytes[starts[base + c], ends[base + c])`. */
export type VisitRow = (row: number, bytes: Buffer, starts: Uint32Array, ends: Uint32Array, base: number) => void;

/** A row as it stands in the file: `bytes[start, end)`, quotes, line end and blank lines after it included. */
export type VisitRawRow = (index: number, row: number, bytes: Buffer, start: number, end: number) => void;

/** Where bytes of a file are read to. */
export interface ReadWindow {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * A CSV file of any size, seen row by row: a window of it is in memory at a time. Opening it reads it once, to count
 * the rows, note where they begin and find the columns' types as pandas does; every further use reads it again, which is
 * cheap while the system keeps it cached.
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

  /** The format in which single rows are to be read. */
  get format(): RowFormat {
    return { delimiter: this.#delimiter, width: this.width, hasNul: this.#hasNul };
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

  /** The rows that can be copied; null when nothing is known of them. */
  get verbatim(): VerbatimRows | null {
    return this.#hasNul ? null : this.#verbatim;
  }

  /** Whether a column's cells can be copied in the rows that can be: see `VerbatimRows`. */
  isVerbatim(column: number): boolean {
    return this.#verbatim?.kinds[column] === this.#merged[column] && this.#merged[column] !== "int64-with-gaps";
  }

  /** Bytes of a row as it stands in the file, what follows it included. */
  rowBytes(row: number): number {
    return (row + 1 < this.length ? this.#index.at(row + 1) : this.bytes) - this.#index.at(row);
  }

  /**
   * Visits some rows, given in ascending order, or all, as they stand in the file; the others are passed over unread.
   * `index` counts the visits. They are read into `window` if they fit.
   */
  forEachRawRow(rows: Uint32Array | null, window: ReadWindow, visit: VisitRawRow): void {
    const file = openSync(this.path, "r");
    try {
      let { bytes, start, end } = window;
      // The window holds the file's bytes from `offset` on.
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
          if (until > offset + filled) throw new BenchError("unreadable-table", `${this.path} was cut off meanwhile.`);
        }
        visit(index, row, bytes, start + from - offset, start + until - offset);
      }
    } finally {
      closeSync(file);
    }
  }

  /** One pass over the file: the kinds of every column, chunk by chunk, and where the rows begin. */
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

  /** The first rows tell what the columns most likely are: only then can they be judged themselves. */
  #judgeFirst(columns: readonly ColumnKinds[], bytes: Buffer, cells: CellList, width: number): void {
    this.#verbatim = new VerbatimRows(columns.map((column) => column.sofar()));
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

/** Upstream: pandas types a large file in chunks, of the largest power of two of rows below 2^20 / columns. */
function chunkRows(width: number): number {
  const heuristic = Math.floor(2 ** 20 / width);
  let rows = 1;
  while (rows * 2 < heuristic) rows *= 2;
  return rows;
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
