import { columnNames } from "../frame/reading/column-names.ts";
import { withFileSource } from "../frame/reading/csv-source.ts";
import { RowReader } from "../frame/reading/row-reader.ts";

const unlimited = Number.POSITIVE_INFINITY;
const limits = {
  bytes: unlimited,
  rowBytes: 2 ** 30,
  blockBytes: 2 ** 20,
  columns: 2 ** 20,
  rows: unlimited,
  cells: unlimited,
};

/** The column names of a CSV file, or of a tab-separated file if its name ends in `.tsv`. */
export function readHeader(path: string): string[] {
  return withFileSource(path, (source) => columnNames(new RowReader(source, limits, delimiterOf(path)).header));
}

/**
 * Visits the cells of one column of a CSV file of any size as bytes, without typing the columns. False if there is no such
 * column.
 */
export function visitColumn(
  path: string,
  name: string,
  visit: (bytes: Buffer, start: number, end: number) => void,
): boolean {
  return withFileSource(path, (source) => {
    const reader = new RowReader(source, limits, delimiterOf(path));
    const column = columnNames(reader.header).indexOf(name);
    if (column < 0) return false;
    const cell = column + reader.width - reader.header.length;
    reader.forEachBlock(({ bytes, cells, width, rows }) => {
      for (let at = cell; at < rows * width; at += width) visit(bytes, cells.starts[at]!, cells.ends[at]!);
    });
    return true;
  });
}

const delimiterOf = (path: string): number => (path.endsWith(".tsv") ? 9 : 44);
