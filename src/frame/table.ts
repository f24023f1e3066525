import { type Column, NumberColumn, TextColumn } from "./column.ts";
import { CsvFile, type CsvFileOptions } from "./csv-file.ts";
import type { Frame } from "./frame.ts";
import { loadColumn } from "./load-column.ts";
import type { PrintOptions } from "./print-cell.ts";
import { writeTable } from "./write-table.ts";

/** Where the cells of an output column come from. */
export type TableColumn =
  | { readonly name: string; readonly from: "file"; readonly position: number }
  | { readonly name: string; readonly from: "memory"; readonly column: Column }
  | { readonly name: string; readonly from: "constant"; readonly value: Constant };

/** A value for every row: numbers print as pandas prints ints (`0`) or, wrapped in `float`, floats (`0.5`, `1.0`). */
export type Constant = string | number | boolean | null | { readonly float: number };

export type TableOptions = CsvFileOptions;

/**
 * A view of a table for preparation: rows of a CSV file (never all in memory) in some order, with columns chosen, added
 * or replaced. Views are cheap; nothing is read until `column` or `write`. A table without a file holds only columns in
 * memory.
 */
export class Table {
  readonly file: CsvFile | null;
  readonly columns: readonly TableColumn[];
  /** The file's row behind each row; null means all rows in file order (or no file). */
  readonly order: Uint32Array | null;
  readonly length: number;
  readonly defaultFloats: boolean;

  constructor(
    file: CsvFile | null,
    columns: readonly TableColumn[],
    order: Uint32Array | null,
    length: number,
    defaultFloats: boolean,
  ) {
    this.file = file;
    this.columns = columns;
    this.order = order;
    this.length = length;
    this.defaultFloats = defaultFloats;
  }

  /** Opens a CSV file as `pandas.read_csv` would read it (`float_precision="round_trip"` unless told otherwise). */
  static open(path: string, options: TableOptions = {}): Table {
    const file = new CsvFile(path, options);
    const columns = file.names.map((name, position) => ({ name, from: "file" as const, position }));
    return new Table(file, columns, null, file.length, options.defaultFloats ?? false);
  }

  /** A table of columns in memory. */
  static of(columns: readonly Column[] | Frame): Table {
    const list = Array.isArray(columns)
      ? (columns as readonly Column[])
      : (columns as Frame).names.map((name) => (columns as Frame).column(name));
    const views = list.map((column) => ({ name: column.name, from: "memory" as const, column }));
    return new Table(null, views, null, list[0]?.length ?? 0, false);
  }

  get names(): string[] {
    return this.columns.map(({ name }) => name);
  }

  /** The rows in the given order, counted in this view's rows. */
  take(rows: Uint32Array): Table {
    const order = this.order === null ? rows : Uint32Array.from(rows, (row) => this.order![row]!);
    const columns = this.columns.map((column) =>
      column.from === "memory" ? { ...column, column: column.column.take(rows) } : column,
    );
    return new Table(this.file, columns, this.file === null ? null : order, rows.length, this.defaultFloats);
  }

  /** The rows for which `keep` answers true, in their order. */
  filter(keep: (row: number) => boolean): Table {
    const rows = new Uint32Array(this.length);
    let kept = 0;
    for (let row = 0; row < this.length; row += 1) if (keep(row)) rows[kept++] = row;
    return this.take(rows.slice(0, kept));
  }

  /** Only these columns, in this order. */
  select(...names: readonly string[]): Table {
    return this.#withColumns(names.map((name) => this.#find(name)));
  }

  /** All columns but these. */
  drop(...names: readonly string[]): Table {
    for (const name of names) this.#find(name);
    return this.#withColumns(this.columns.filter(({ name }) => !names.includes(name)));
  }

  /** A column added at the end, or replaced where it stands: from memory (one cell per row of this view) or constant. */
  with(name: string, value: Column | Constant): Table {
    const column: TableColumn =
      value instanceof NumberColumn || value instanceof TextColumn
        ? { name, from: "memory", column: value.renamed(name) }
        : { name, from: "constant", value };
    const exists = this.columns.some((other) => other.name === name);
    return this.#withColumns(
      exists ? this.columns.map((other) => (other.name === name ? column : other)) : [...this.columns, column],
    );
  }

  renamed(names: Readonly<Record<string, string>>): Table {
    return this.#withColumns(this.columns.map((column) => ({ ...column, name: names[column.name] ?? column.name })));
  }

  /** A column's values in memory, typed as pandas types the whole file's column. Reads the file once. */
  column(name: string): Column {
    const column = this.#find(name);
    if (column.from === "memory") return column.column;
    if (column.from === "constant") throw new RangeError(`Column "${name}" is a constant.`);
    const whole = loadColumn(this.file!, column.position, name, this.defaultFloats);
    return this.order === null ? whole : whole.take(this.order);
  }

  /** Writes the table as pandas' `to_csv(path, index=False)` would, to the byte. */
  write(path: string, options: PrintOptions = {}): void {
    writeTable(this, path, options);
  }

  #find(name: string): TableColumn {
    const column = this.columns.find((other) => other.name === name);
    if (column === undefined) throw new RangeError(`No column ${JSON.stringify(name)} among ${this.names.join(", ")}`);
    return column;
  }

  #withColumns(columns: readonly TableColumn[]): Table {
    return new Table(this.file, columns, this.order, this.length, this.defaultFloats);
  }
}
