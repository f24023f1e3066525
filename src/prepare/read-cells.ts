import type { Table } from "../frame/table.ts";

/** Makes a number of the cell `bytes[start, end)`; NaN stands for a gap. */
export type CellReader = (bytes: Buffer, start: number, end: number) => number;

/** What `read` makes of a column's cells, in the table's order: for columns of which only a number per row fits memory. */
export function readCells(table: Table, name: string, read: CellReader): Float64Array {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (table.file === null || column?.from !== "file") throw new RangeError(`Column "${name}" is not a file's.`);
  const cell = column.position + table.file.indexColumns;
  const values = new Float64Array(table.file.length);
  table.file.forEachRow((row, bytes, starts, ends, base) => {
    values[row] = read(bytes, starts[base + cell]!, ends[base + cell]!);
  });
  return table.order === null ? values : Float64Array.from(table.order, (row) => values[row]!);
}
