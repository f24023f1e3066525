import { UnreadableSubmission } from "../lib/errors.ts";
import type { CellList } from "./cell-list.ts";
import type { CellIndex, Column } from "./column.ts";
import { CellBuilder, NumberBuilder } from "./column-builder.ts";
import { type CsvSource, memorySource, withFileSource } from "./csv-source.ts";
import { Frame } from "./frame.ts";
import { columnNames } from "./header.ts";
import { inferColumn } from "./infer-column.ts";
import { RowReader } from "./row-reader.ts";

/** What a file may have before reading it is refused: far beyond any real submission, well within memory. */
export interface CsvLimits {
  readonly bytes: number;
  /** Bytes of one row. */
  readonly rowBytes: number;
  readonly columns: number;
  readonly rows: number;
  /** Rows times columns, cells that short rows leave out included. */
  readonly cells: number;
}

export interface CsvOptions extends Partial<CsvLimits> {
  /** How many bytes are read and scanned together. */
  readonly blockBytes?: number;
}

export const defaultLimits: CsvLimits = {
  bytes: 2 ** 31,
  rowBytes: 2 ** 27,
  columns: 20_000,
  rows: 100_000_000,
  cells: 2 ** 28,
};

/**
 * Reads a CSV file as pandas 2.2's `read_csv(path, float_precision="round_trip")` does. An empty file is a table
 * without columns. Reading, scanning and typing go hand in hand, block by block: a hopeless file is refused early, and
 * numbers never exist as text in memory.
 *
 * @throws UnreadableSubmission when it is no regular readable file, no UTF-8, no table, or beyond the limits.
 */
export function readCsv(path: string, options: CsvOptions = {}): Frame {
  return withFileSource(path, (source) => readTable(source, options));
}

/** Reads CSV text that is already in memory, as `readCsv` does. */
export function parseCsv(bytes: Buffer, options: CsvOptions = {}): Frame {
  return readTable(memorySource(bytes), options);
}

function readTable(source: CsvSource, options: CsvOptions): Frame {
  const settings = { blockBytes: 2 ** 18, ...defaultLimits, ...options };
  const reader = new RowReader(source, settings);
  const { header, width } = reader;
  const indexColumns = width - header.length;

  const parts = Array.from({ length: width }, (): NumberBuilder | CellBuilder | null => new NumberBuilder());
  reader.forEachBlock((block) => {
    for (const [position, builder] of parts.entries()) {
      if (builder instanceof CellBuilder) builder.append(block, position);
      else if (builder !== null && !builder.append(block, position)) {
        // From the first block on a column of text keeps its cells. One that changes later is read once more.
        const cells = builder.rows === 0 ? new CellBuilder() : null;
        cells?.append(block, position);
        parts[position] = cells;
      }
    }
  });
  const columns = rereadCells(source, settings, reader.rows, parts);

  const names = columnNames(header);
  const positionOf = new Map(names.map((name, position) => [name, position + indexColumns]));
}
