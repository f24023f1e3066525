import { closeSync, fstatSync, openSync } from "node:fs";
import { type ColumnMetaData, type FileMetaData, parquetMetadata, parquetSchema, type SchemaTree } from "hyparquet";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import type { ColumnDecoder } from "hyparquet/src/types.js";
import { compressors } from "hyparquet-compressors";
import { BenchError } from "../../errors.ts";
import { copyInto, emptyArray, type ParquetArray, type ParquetColumn } from "./parquet-array.ts";
import { readBytes, readPages } from "./read-pages.ts";

/** How many rows are read at a time. */
const batchRows = 1 << 18;

/**
 * A parquet file of any size, read a batch of rows at a time, however large its row groups are. Nested columns cannot
 * be read. An index that pandas stored is left out, as by `pd.read_parquet(...).reset_index(drop=True)`.
 */
export class ParquetFile {
  readonly path: string;
  readonly length: number;
  readonly columns: readonly ParquetColumn[];
  readonly #metadata: FileMetaData;
  readonly #schema: SchemaTree;

  constructor(path: string) {
    this.path = path;
    this.#metadata = this.#open(readMetadata);
    this.#schema = parquetSchema(this.#metadata);
    this.length = Number(this.#metadata.num_rows);
    const index = new Set(indexColumns(this.#metadata));
    this.columns = this.#schema.children
      .filter(({ element }) => !index.has(element.name))
      .map(({ element }) => ({ name: element.name, element, hasGaps: this.#hasGaps(element.name) }));
  }

  /** The rows in order, some thousands at a time: one array per named column. */
  *batches(names: readonly string[]): Generator<ParquetArray[]> {
    const file = openSync(this.path, "r");
    try {
      const readers = names.map((name) => {
        const column = this.columns.find((candidate) => candidate.name === name);
        if (column === undefined) throw new BenchError("missing-column", `${this.path} has no column "${name}".`);
        return new ColumnReader(column, this.#pages(file, name));
      });
      for (let row = 0; row < this.length; row += batchRows) {
        const count = Math.min(batchRows, this.length - row);
        yield readers.map((reader) => reader.take(count));
      }
    } finally {
      closeSync(file);
    }
  }

  *#pages(file: number, name: string) {
    for (const chunk of this.#chunks(name)) yield* readPages(file, chunk, this.#decoder(name, chunk));
  }

  #hasGaps(name: string): boolean {
    const counts = this.#chunks(name).map((chunk) => chunk.statistics?.null_count);
    if (!counts.includes(undefined)) return counts.some((count) => count! > 0n);
    if (this.#node(name).element.repetition_type === "REQUIRED") return false;
    return this.#open((file) => {
      for (const page of this.#pages(file, name)) if (Array.isArray(page) && page.includes(null)) return true;
      return false;
    });
  }

  #chunks(name: string): ColumnMetaData[] {
    return this.#metadata.row_groups.map(
      ({ columns }) => columns.find((column) => column.meta_data?.path_in_schema[0] === name)!.meta_data!,
    );
  }

  #decoder(name: string, chunk: ColumnMetaData): ColumnDecoder {
    const node = this.#node(name);
    return {
      pathInSchema: [name],
      type: chunk.type,
      element: node.element,
      schemaPath: [this.#schema, node],
      codec: chunk.codec,
      parsers: DEFAULT_PARSERS,
      compressors,
    };
  }

  #node(name: string): SchemaTree {
    const node = this.#schema.children.find(({ element }) => element.name === name)!;
    if (node.children.length > 0 || node.element.repetition_type === "REPEATED") {
      throw new BenchError(
        "nested-column",
        `Column "${name}" of ${this.path} is nested; only flat columns can be read.`,
      );
    }
    return node;
  }

  #open<T>(use: (file: number) => T): T {
    const file = openSync(this.path, "r");
    try {
      return use(file);
    } finally {
      closeSync(file);
    }
  }
}

/** Reads rows of one column, however they are spread over pages. */
class ColumnReader {
  readonly #column: ParquetColumn;
  readonly #pages: Iterator<ArrayLike<unknown>>;
  #page: ArrayLike<unknown> = [];
  #at = 0;

  constructor(column: ParquetColumn, pages: Iterator<ArrayLike<unknown>>) {
    this.#column = column;
    this.#pages = pages;
  }

  take(count: number): ParquetArray {
    const rows = emptyArray(this.#column, count);
    for (let done = 0; done < count; ) {
      if (this.#at === this.#page.length) this.#nextPage();
      const size = Math.min(count - done, this.#page.length - this.#at);
      copyInto(rows, done, this.#page as ParquetArray, this.#at, this.#at + size);
      this.#at += size;
      done += size;
    }
    return rows;
  }

  #nextPage(): void {
    const { value, done } = this.#pages.next();
    if (done) throw new RangeError(`Column "${this.#column.name}" has fewer values than the file has rows.`);
    this.#page = value;
    this.#at = 0;
  }
}

function readMetadata(file: number): FileMetaData {
  const { size } = fstatSync(file);
  const tail = readBytes(file, Math.max(size - 8, 0), Math.min(size, 8));
  const footer = Math.min(size, new DataView(tail.buffer).getUint32(0, true) + 8);
  return parquetMetadata(readBytes(file, size - footer, footer).buffer);
}

/** The columns that contain pandas' index. */
function indexColumns(metadata: FileMetaData): string[] {
  const pandas = metadata.key_value_metadata?.find(({ key }) => key === "pandas")?.value;
  if (pandas === undefined) return [];
  const index: unknown[] = JSON.parse(pandas).index_columns ?? [];
  return index.filter((column) => typeof column === "string");
}
