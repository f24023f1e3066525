import { forEachRawRow } from "../../baseline/writing/raw-csv.ts";

/** A file of predictions, cell by cell as it is written, quotes included. */
export interface PredictionTable {
  readonly header: readonly string[];
  /** Column by column. */
  readonly columns: readonly (readonly string[])[];
}

/** @returns a reason when the bytes are not a table with cells in every place. */
export function readPredictions(bytes: Uint8Array): PredictionTable | string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: string[] = [];
  let columns: string[][] = [];
  let uneven = 0;
  forEachRawRow(buffer, (places) => {
    const cells: string[] = [];
    for (let at = 0; at < places.length; at += 2) cells.push(buffer.toString("utf8", places[at], places[at + 1]));
    if (columns.length === 0) [header, columns] = [cells, cells.map(() => [])];
    else if (cells.length !== header.length) uneven += 1;
    else for (const [index, cell] of cells.entries()) columns[index]!.push(cell);
  });
  if (uneven > 0) return `${uneven} rows do not have the ${header.length} cells of the header.`;
  return (columns[0]?.length ?? 0) === 0 ? "There are no rows." : { header, columns };
}

export function writePredictions({ header, columns }: PredictionTable): string {
  const lines = columns[0]!.map((_, row) => columns.map((column) => column[row]!).join(","));
  return `${[header.join(","), ...lines].join("\n")}\n`;
}
