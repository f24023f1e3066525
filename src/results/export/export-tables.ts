import type { ResultSet } from "../result-set.ts";
import type { Export, ExportContent, ExportOptions } from "./export-format.ts";
import type { Cell, Table } from "./table.ts";
import { tables } from "./tables/index.ts";

/** One table as a file, or all of them as a folder of files with the given ending. */
export function exportTables(
  { table }: ExportOptions,
  ending: string,
  contentOf: (table: Table) => ExportContent,
): Export {
  const chosen = tables.filter(({ name }) => table === undefined || name === table);
  const files = chosen.map((each) => ({ name: `${each.name}.${ending}`, content: contentOf(each) }));
  return { isFolder: table === undefined, files, notes: [] };
}

const pieceLength = 1 << 16;

/** The lines of a table in pieces that are worth writing. */
export function* tableText(
  table: Table,
  sets: readonly ResultSet[],
  header: string,
  lineOf: (cells: readonly Cell[]) => string,
): Generator<string> {
  let piece = header;
  for (const cells of table.rows(sets)) {
    piece += lineOf(cells);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}
