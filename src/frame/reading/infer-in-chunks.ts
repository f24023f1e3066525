import type { CellIndex, Column } from "../column.ts";
import { concatColumns } from "../concat-columns.ts";
import { inferColumn, inferTyped, textColumn } from "./infer-column.ts";

/**
 * Types a column as pandas does in a large file: chunk by chunk. Numbers in one chunk stay numbers even if another chunk
 * makes the whole column text, so that `007` becomes `7` in one and stays `007` in the other.
 */
export function inferInChunks(name: string, cells: CellIndex, rows: number, chunkRows: number): Column {
  if (rows <= chunkRows) return inferColumn(name, cells, 0, rows);
  const chunks: CellIndex[] = [];
  for (let row = 0; row < rows; row += chunkRows) {
    const end = Math.min(row + chunkRows, rows);
    chunks.push({ ...cells, starts: cells.starts.subarray(row, end), ends: cells.ends.subarray(row, end) });
  }
  const typed = chunks.map((chunk) => inferTyped(name, chunk, 0, chunk.starts.length));
  if (typed.every((column) => column === null)) return textColumn(name, cells, 0, rows);
  return concatColumns(
    typed.map((column, index) => column ?? textColumn(name, chunks[index]!, 0, chunks[index]!.starts.length)),
  );
}
