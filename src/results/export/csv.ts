import type { Exporter } from "./export-format.ts";
import { exportTables, tableText } from "./export-tables.ts";
import type { Cell } from "./table.ts";

/** Tables as comma-separated values (RFC 4180), with a header. Null is an empty cell, an empty text `""`. */
export const exportCsv: Exporter = (sets, options) =>
  exportTables(options, "csv", (table) => ({
    kind: "text",
    pieces: () => tableText(table, sets, csvLine(table.columns.map(({ name }) => name)), csvLine),
  }));

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  return cell === "" || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
