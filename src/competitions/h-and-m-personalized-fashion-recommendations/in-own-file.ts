import type { CellKind } from "../../frame/reading/column-typer.ts";
import { TableView } from "../../frame/table-view.ts";

/**
 * The same table with a file of its own, written to `path`: columns of a few rows out of a file whose columns do not fit
 * memory. They keep the types the whole file gave them.
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
