import { statSync } from "node:fs";
import { BenchError, UnreadableSubmission } from "../lib/errors.ts";
import { type CellKind, ColumnTyper, mergeKinds } from "./column-typer.ts";
import { withFileSource } from "./csv-source.ts";
import { columnNames } from "./header.ts";
import { NumberParser } from "./parse-number.ts";
import { RowReader } from "./row-reader.ts";

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
    const { header, width } = this.#read((reader) => reader);
    if (header.length === 0)
      throw new BenchError("empty-table", `${path} is empty: expected a CSV file with a header.`);
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
