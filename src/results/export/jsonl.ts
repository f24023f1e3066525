import type { Exporter } from "./export-format.ts";
import { exportTables, tableText } from "./export-tables.ts";
import type { Cell } from "./table.ts";

/** Tables as JSON lines: one object per row, with every column. */
export const exportJsonLines: Exporter = (sets, options) =>
  exportTables(options, "jsonl", (table) => {
    const keys = table.columns.map(({ name }) => `${JSON.stringify(name)}:`);
    const lineOf = (cells: readonly Cell[]): string =>
      `{${cells.map((cell, index) => `${keys[index]}${jsonCell(cell)}`).join(",")}}\n`;
    return { kind: "text", pieces: () => tableText(table, sets, "", lineOf) };
  });

/** JSON cannot express NaN and infinities: they are strings, as in our other JSON. */
function jsonCell(cell: Cell): string {
  return JSON.stringify(typeof cell === "number" && !Number.isFinite(cell) ? String(cell) : cell);
}
