import { asText, textAt } from "../../../frame/as-text.ts";
import type { Column } from "../../../frame/column.ts";
import type { Frame } from "../../../frame/frame.ts";

/** What the columns of the sample submission are for. */
export interface ColumnRoles {
  /** What identifies a row: an id column, or all given columns if none is an id. */
  readonly keys: readonly string[];
  /** The columns to fill. */
  readonly targets: readonly string[];
}

/** The table's column with that name, ignoring case and punctuation if need be; null if there is none. */
export function findColumn(table: Frame, name: string): string | null {
  if (table.has(name)) return name;
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return table.names.find((other) => plain(other) === plain(name)) ?? null;
}

/**
 * Separates the sample's targets from its other columns. Columns of the test table are given. Without a test table, the first
 * column of distinct values is the key; if some of the others are constant, only those are targets.
 */
export function nameColumns(sample: Frame, test: Frame | null, train: Frame): ColumnRoles {
  const names = sample.names.filter((name) => !/^(Unnamed: \d+|index)?$/.test(name));
  const given = test === null ? [] : names.filter((name) => findColumn(test, name) !== null);
  if (given.length > 0 && given.length < names.length) {
    const id = given.find((name) => isId(sample.column(name)));
    return { keys: id === undefined ? given : [id], targets: names.filter((name) => !given.includes(name)) };
  }
  const key = names.find((name) => isId(sample.column(name))) ?? names[0]!;
  const others = names.filter((name) => name !== key);
  const constant = others.filter((name) => isConstant(sample.column(name)));
  const varying = others.filter((name) => !constant.includes(name));
  const isGiven = constant.length > 0 && varying.every((name) => findColumn(train, name) !== null);
  return { keys: [key], targets: isGiven ? constant : others };
}

/** Whether a column can identify rows: all cells are distinct, and none is a fraction or a sentence. */
function isId(column: Column): boolean {
  if (column.kind === "float64" || !hasDistinctCells(column)) return false;
  return column.kind !== "text" || asText(column).every((text) => text.split(" ").length <= 3);
}

function hasDistinctCells(column: Column): boolean {
  const seen = new Set<string>();
  for (let row = 0; row < column.length; row += 1) {
    const text = textAt(column, row);
    if (seen.has(text)) return false;
    seen.add(text);
  }
  return true;
}

function isConstant(column: Column): boolean {
  const first = textAt(column, 0);
  for (let row = 1; row < column.length; row += 1) if (textAt(column, row) !== first) return false;
  return true;
}
