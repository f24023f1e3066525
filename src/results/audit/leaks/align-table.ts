import { textAt } from "../../../frame/as-text.ts";
import type { Frame } from "../../../frame/frame.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import type { PublicTable } from "./public-tables.ts";

/** A table about the test set: for each answer the row with its id. */
export interface AlignedTable extends PublicTable {
  readonly idName: string;
  /** The first row with the id of each answer, -1 where there is none. */
  readonly rows: Int32Array;
}

/** A table that has fewer of the ids is not about the test set. */
const leastCoverage = 0.5;

/** Finds the column of a table that holds the ids of the answers. Null if there is none. */
export function alignTable(table: PublicTable, { idName, ids }: AnswerSheet): AlignedTable | null {
  const { names } = table.frame;
  const others = names.filter(
    (name, place) => name !== idName && (place === 0 || /id|name|key|file|image|index/i.test(name)),
  );
  for (const name of [...names.filter((each) => each === idName), ...others]) {
    if (!looksAligned(table.frame, name, ids)) continue;
    const rowOf = new Map<string, number>();
    const column = table.frame.column(name);
    for (let row = 0; row < table.frame.length; row += 1) {
      const id = textAt(column, row);
      if (!rowOf.has(id)) rowOf.set(id, row);
    }
    const rows = Int32Array.from(ids, (id) => rowOf.get(id) ?? -1);
    if (rows.filter((row) => row >= 0).length >= leastCoverage * ids.length) return { ...table, idName: name, rows };
  }
  return null;
}

/** A quick look: whether some of the first ids are there. */
function looksAligned(frame: Frame, name: string, ids: readonly string[]): boolean {
  const wanted = new Set(ids.slice(0, 200));
  const found = new Set<string>();
  const column = frame.column(name);
  for (let row = 0; row < frame.length; row += 1) {
    const id = textAt(column, row);
    if (wanted.has(id)) found.add(id);
    if (found.size >= wanted.size / 2) return true;
  }
  return false;
}
