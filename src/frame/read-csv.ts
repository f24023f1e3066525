import { UnreadableSubmission } from "../lib/errors.ts";
import type { CellIndex, Column } from "./column.ts";
import { Frame } from "./frame.ts";
import { chunkRows } from "./reading/chunk-rows.ts";
import { CellBuilder, NumberBuilder } from "./reading/column-builder.ts";
import { columnNames } from "./reading/column-names.ts";
import { type CsvSource, memorySource, withFileSource } from "./reading/csv-source.ts";
import { inferInChunks } from "./reading/infer-in-chunks.ts";
import { RowReader } from "./reading/row-reader.ts";

/** Limits beyond which a file is refused: far above any real submission, well within memory. */
interface CsvLimits {
  readonly bytes: number;
  /** Bytes per row. */
  readonly rowBytes: number;
  readonly columns: number;
  readonly rows: number;
  /** Rows times columns. */
  readonly cells: number;
  /** Cells missing from short rows. */
  readonly missingCells: number;
}

export interface CsvOptions extends Partial<CsvLimits> {
  /** How many bytes are read and scanned at a time. */
  readonly blockBytes?: number;
  /** Default: a comma. */
  readonly delimiter?: "," | "\t";
}

const defaultLimits: CsvLimits = {
  bytes: 2 ** 31,
  rowBytes: 2 ** 26,
  columns: 20_000,
  rows: 50_000_000,
  cells: 2 ** 27,
  missingCells: 2 ** 24,
};

/**
 * Reads a CSV file as pandas 2.2's `read_csv(path, float_precision="round_trip")` does. An empty file is a table
 * without columns. The file is read, scanned and typed block by block, so that a bad file is refused early and numbers
 * are never stored as text.
 *
 * @throws UnreadableSubmission if the file cannot be read, or is not a regular file, not UTF-8, not a table, or too
 * large.
 */
export function readCsv(path: string, options: CsvOptions = {}): Frame {
  return withFileSource(path, (source) => readTable(source, options));
}

/** Like `readCsv`, for CSV text in memory. */
export function parseCsv(bytes: Buffer, options: CsvOptions = {}): Frame {
  return readTable(memorySource(bytes), options);
}

function readTable(source: CsvSource, options: CsvOptions): Frame {
  const settings = { blockBytes: 2 ** 18, delimiter: ",", ...defaultLimits, ...options } as const;
  const reader = new RowReader(source, settings, settings.delimiter.charCodeAt(0));
  const parts = collect(source, settings, reader);
  const names = columnNames(reader.header);
  const indexColumns = reader.width - names.length;
  const positionOf = new Map(names.map((name, position) => [name, position + indexColumns]));
  const load = (name: string, position: number): Column => {
    const part = parts[position]!;
    parts[position] = null;
    if (part instanceof NumberBuilder) return part.finish(name);
    return inferInChunks(name, part?.finish() ?? noCells, reader.rows, chunkRows(reader.width));
  };
  return new Frame(names, reader.rows, (name) => load(name, positionOf.get(name)!), {
    count: indexColumns,
    load: (position) => load(`row label ${position}`, position),
  });
}

/**
 * Reads all rows into one builder per column. Without rows there are no builders: pandas types such columns as text.
 */
function collect(
  source: CsvSource,
  settings: Required<CsvOptions>,
  reader: RowReader,
): (NumberBuilder | CellBuilder | null)[] {
  const parts = Array.from({ length: reader.width }, (): NumberBuilder | CellBuilder | null => new NumberBuilder());
  const undecided = new Set<number>();
  reader.forEachBlock((block) => {
    for (let position = 0; position < parts.length; position += 1) {
      const builder = parts[position]!;
      if (builder instanceof CellBuilder) builder.append(block, position);
      else if (builder !== null && !builder.append(block, position)) {
        // A column that is text in the first block keeps its cells from the start.
        const cells = builder.rows === 0 ? new CellBuilder() : null;
        cells?.append(block, position);
        parts[position] = cells;
        if (cells === null) undecided.add(position);
      }
    }
  });
  if (reader.rows === 0) return [];
  if (undecided.size === 0) return parts;

  // Columns that turned out not to be numbers in a later block are read again, for their cells.
  for (const position of undecided) parts[position] = new CellBuilder();
  const again = new RowReader(source, settings, settings.delimiter.charCodeAt(0));
  if (again.width === reader.width) {
    again.forEachBlock((block) => {
      for (const position of undecided) (parts[position] as CellBuilder).append(block, position);
    });
  }
  if (again.rows !== reader.rows)
    throw new UnreadableSubmission("The file changed while it was being read: grade it again.");
  return parts;
}

const noCells: CellIndex = { bytes: Buffer.alloc(0), starts: new Uint32Array(0), ends: new Uint32Array(0), stride: 1 };
