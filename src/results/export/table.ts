import type { ResultSet } from "../result-set.ts";
import type { TableName } from "./table-names.ts";

/** A value of a table. A time is in ISO 8601, in UTC; null is what the source does not say, or what does not apply. */
export type Cell = string | number | boolean | null;

/** What a column holds, besides null. */
export type CellType = "text" | "integer" | "number" | "boolean" | "time";

/** A column as readers of the table know it: the one definition that all formats and the documentation share. */
export interface Column {
  readonly name: string;
  readonly type: CellType;
  readonly meaning: string;
}

/** A column with the way to its value. */
export interface ColumnOf<Row> extends Column {
  readonly value: (row: Row) => Cell;
}

export function column<Row>(name: string, type: CellType, meaning: string, value: (row: Row) => Cell): ColumnOf<Row> {
  return { name, type, meaning, value };
}

/** A table of results. Rows are made one at a time, however many there are. */
export interface Table {
  readonly name: TableName;
  readonly columns: readonly Column[];
  /** The cells of each row, in the order of the columns. */
  readonly rows: (sets: readonly ResultSet[]) => Iterable<readonly Cell[]>;
}

export function defineTable<Row>(
  name: TableName,
  columns: readonly ColumnOf<Row>[],
  rowsOf: (sets: readonly ResultSet[]) => Iterable<Row>,
): Table {
  function* rows(sets: readonly ResultSet[]): Generator<Cell[]> {
    for (const row of rowsOf(sets)) yield columns.map(({ value }) => value(row));
  }
  return { name, columns, rows };
}
