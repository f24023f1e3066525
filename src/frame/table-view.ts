import { type Column, NumberColumn, TextColumn } from "./column.ts";
import type { Frame } from "./frame.ts";
import type { PrintOptions } from "./printing/cell-printer.ts";
import { writeCsv } from "./printing/write-csv.ts";
import { CsvFile, type CsvFileOptions } from "./reading/csv-file.ts";
import { loadColumn } from "./reading/load-column.ts";

/** A column of a view, and where its cells come from. */
export type ViewColumn =
  | { readonly name: string; readonly from: "file"; readonly position: number }
  | { readonly name: string; readonly from: "memory"; readonly column: Column }
  | { readonly name: string; readonly from: "constant"; readonly value: Constant };

/** The same value in every row. A number prints as an int (`0`) or, wrapped in `float`, as a float (`0.5`, `1.0`). */
export type Constant = string | number | boolean | null | { readonly float: number };

/**
 * What a preparation works with: a view of a CSV file of any size, with rows reordered or left out and columns
 * selected, added or replaced. Making a view is cheap; the file is read only by `column` and `write`, a block at a
 * time. Columns in memory make a view without a file.
 *
 * Grading works with a {@link Frame} instead, which holds its columns in memory.
 */
export class TableView {
  readonly file: CsvFile | null;
  readonly columns: readonly ViewColumn[];
  /** The file's row for each row of the view. Null: all rows in file order, or no file. */
  readonly order: Uint32Array | null;
  readonly length: number;
  readonly defaultFloats: boolean;

  constructor(
    file: CsvFile | null,
    columns: readonly ViewColumn[],
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

  /** Opens a CSV file as `pandas.read_csv` would read it, by default with `float_precision="round_trip"`. */
  static open(path: string, options: CsvFileOptions = {}): TableView {
    const file = new CsvFile(path, options);
    const columns = file.names.map((name, position) => ({ name, from: "file" as const, position }));
    return new TableView(file, columns, null, file.length, options.defaultFloats ?? false);
  }

  /** A view of columns in memory, without a file. */
  static of(columns: readonly Column[] | Frame): TableView {
    const list = Array.isArray(columns)
      ? (columns as readonly Column[])
      : (columns as Frame).names.map((name) => (columns as Frame).column(name));
    const views = list.map((column) => ({ name: column.name, from: "memory" as const, column }));
    return new TableView(null, views, null, list[0]?.length ?? 0, false);
  }

  get names(): string[] {
    return this.columns.map(({ name }) => name);
  }

  /** The rows in the given order; numbers refer to this view's rows. */
  take(rows: Uint32Array): TableView {
    const order = this.order === null ? rows : Uint32Array.from(rows, (row) => this.order![row]!);
    const columns = this.columns.map((column) =>
      column.from === "memory" ? { ...column, column: column.column.take(rows) } : column,
    );
    return new TableView(this.file, columns, this.file === null ? null : order, rows.length, this.defaultFloats);
  }

  /** The rows for which `keep` returns true, in order. */
  filter(keep: (row: number) => boolean): TableView {
    const rows = new Uint32Array(this.length);
    let kept = 0;
    for (let row = 0; row < this.length; row += 1) if (keep(row)) rows[kept++] = row;
    return this.take(rows.slice(0, kept));
  }

  /** Only these columns, in this order. */
  select(...names: readonly string[]): TableView {
    return this.#withColumns(names.map((name) => this.#find(name)));
  }

  /** All columns except these. */
  drop(...names: readonly string[]): TableView {
    for (const name of names) this.#find(name);
    return this.#withColumns(this.columns.filter(({ name }) => !names.includes(name)));
  }

  /**
   * Adds a column at the end, or replaces the one of that name: a column in memory (one cell per row) or a constant.
   */
  with(name: string, value: Column | Constant): TableView {
    const column: ViewColumn =
      value instanceof NumberColumn || value instanceof TextColumn
        ? { name, from: "memory", column: value.renamed(name) }
        : { name, from: "constant", value };
    const exists = this.columns.some((other) => other.name === name);
    return this.#withColumns(
      exists ? this.columns.map((other) => (other.name === name ? column : other)) : [...this.columns, column],
    );
  }

  renamed(names: Readonly<Record<string, string>>): TableView {
    return this.#withColumns(this.columns.map((column) => ({ ...column, name: names[column.name] ?? column.name })));
  }

  /** Reads a column into memory, typed as pandas types the column of the whole file. */
  column(name: string): Column {
    const column = this.#find(name);
    if (column.from === "memory") return column.column;
    if (column.from === "constant") throw new RangeError(`Column "${name}" is a constant.`);
    const whole = loadColumn(this.file!, column.position, name, this.defaultFloats);
    return this.order === null ? whole : whole.take(this.order);
  }

  /** Writes the table with the same bytes as pandas' `to_csv(path, index=False)`. */
  write(path: string, options: PrintOptions = {}): void {
    writeCsv(this, path, options);
  }

  #find(name: string): ViewColumn {
    const column = this.columns.find((other) => other.name === name);
    if (column === undefined) throw new RangeError(`No column ${JSON.stringify(name)} among ${this.names.join(", ")}`);
    return column;
  }

  #withColumns(columns: readonly ViewColumn[]): TableView {
    return new TableView(this.file, columns, this.order, this.length, this.defaultFloats);
  }
}
