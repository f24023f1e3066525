import type { CellKind } from "../../frame/reading/column-typer.ts";
import { TableView } from "../../frame/table-view.ts";

/**
 * Writes a table to its own file and opens that. For a few rows of a file whose columns do not fit into memory. Columns
 * keep the types that they have in the whole file.
 */
export function inOwnFile(table: TableView, path: string): TableView {
  const kinds: Record<string, CellKind> = {};
  for (const column of table.columns) {
    const kind = column.from === "file" ? table.file!.kind(column.position) : null;
    if (kind !== null) kinds[column.name] = kind;
  }
  table.write(path);
  return TableView.open(path, { kinds, defaultFloats: table.defaultFloats });
}
