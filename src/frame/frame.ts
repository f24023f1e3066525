import type { Column } from "./column.ts";

interface IndexColumns {
  readonly count: number;
  readonly load: (position: number) => Column;
}

const noIndex: IndexColumns = {
  count: 0,
  load: () => {
    throw new RangeError("This table has no index columns.");
  },
};

/**
 * What grading works with: a table in memory, that is, named columns of equal length. A column is typed when it is
 * first asked for, so an unused column costs nothing.
 *
 * Preparation works with a `TableView` instead, a view of a CSV file that may be larger than memory.
 */
export class Frame {
  readonly names: readonly string[];
  readonly length: number;
  /** The number of leading columns that pandas uses as row labels, because the rows are longer than the header. */
  readonly indexColumns: number;
  readonly #load: (name: string) => Column;
  readonly #loaded = new Map<string, Column>();
  readonly #index: IndexColumns;
  readonly #loadedIndex = new Map<number, Column>();

  constructor(names: readonly string[], length: number, load: (name: string) => Column, index: IndexColumns = noIndex) {
    this.names = names;
    this.length = length;
    this.indexColumns = index.count;
    this.#load = load;
    this.#index = index;
  }

  /** A table of these columns, in this order. */
  static of(columns: readonly Column[]): Frame {
    const byName = new Map(columns.map((column) => [column.name, column]));
    return new Frame([...byName.keys()], columns[0]?.length ?? 0, (name) => byName.get(name)!);
  }

  has(name: string): boolean {
    return this.names.includes(name);
  }

  /** The column of that name. Throws a RangeError if there is none: check with `has` first. */
  column(name: string): Column {
    let column = this.#loaded.get(name);
    if (column === undefined) {
      if (!this.has(name)) throw new RangeError(`No column ${JSON.stringify(name)} among ${this.names.join(", ")}`);
      column = this.#load(name);
      this.#loaded.set(name, column);
    }
    return column;
  }

  /** One of the leading columns of row labels: pandas' index, or one of its levels. */
  indexColumn(position: number): Column {
    let column = this.#loadedIndex.get(position);
    if (column === undefined) {
      if (!(position < this.indexColumns)) throw new RangeError(`No index column ${position}`);
      column = this.#index.load(position);
      this.#loadedIndex.set(position, column);
    }
    return column;
  }

  /** The rows in the given order, which may repeat rows or leave them out. */
  take(order: Uint32Array): Frame {
    return new Frame(this.names, order.length, (name) => this.column(name).take(order), {
      count: this.indexColumns,
      load: (position) => this.indexColumn(position).take(order),
    });
  }

  /** The rows for which `keep` returns true, in order. */
  filter(keep: (row: number) => boolean): Frame {
    const order = new Uint32Array(this.length);
    let kept = 0;
    for (let row = 0; row < this.length; row += 1) if (keep(row)) order[kept++] = row;
    return this.take(order.subarray(0, kept));
  }
}
