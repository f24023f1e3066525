import type { Sample } from "../reading/sample.ts";
import type { Filling } from "./fill-columns.ts";
import { forEachRawRow, quoteCell } from "./raw-csv.ts";

/** The sample submission with some cells replaced; all others keep their bytes. */
export function writeCandidate({ bytes, table }: Sample, filling: Filling): Buffer {
  const columns = table.names.map((name) => filling.get(name) ?? null);
  const parts: Buffer[] = [];
  let lines: string[] = [];
  let row = -1;
  forEachRawRow(bytes, (places) => {
    const cells = [];
    const count = places.length / 2;
    // Short rows lack their last cells, which may have to be filled.
    for (let cell = 0; cell < Math.max(count, row < 0 ? 0 : table.indexColumns + columns.length); cell += 1) {
      const given = row < 0 ? null : (columns[cell - table.indexColumns]?.[row] ?? null);
      const before = cell < count ? bytes.toString("utf8", places[2 * cell], places[2 * cell + 1]) : "";
      cells.push(given === null ? before : quoteCell(given));
    }
    lines.push(cells.join(","));
    row += 1;
    if (lines.length < 10_000) return;
    parts.push(Buffer.from(`${lines.join("\n")}\n`));
    lines = [];
  });
  if (lines.length > 0) parts.push(Buffer.from(`${lines.join("\n")}\n`));
  return Buffer.concat(parts);
}
