import type { PredictionTable } from "./prediction-table.ts";

/** What several files predict for the same rows, in the order of the first file. */
export interface AlignedPredictions {
  readonly header: readonly string[];
  /** The columns that identify a row: the same in all files. */
  readonly ids: readonly (readonly string[])[];
  readonly targets: readonly TargetColumn[];
}

/** One predicted column of all files. */
export interface TargetColumn {
  /** The cells of each file. */
  readonly cells: readonly (readonly string[])[];
  /** The same as numbers; null when a file has a cell that is not one. */
  readonly numbers: readonly Float64Array[] | null;
  /** Whether all of them are whole numbers, which may stand for classes. */
  readonly isWhole: boolean;
}

/** A text column with more different values than this does not hold classes. */
const mostClasses = 1000;

/** @returns the reason when the files cannot be combined. */
export function alignMembers(tables: readonly PredictionTable[]): AlignedPredictions | string {
  const [first] = tables as [PredictionTable];
  const { header } = first;
  if (tables.some((table) => table.header.join() !== header.join())) return "The files have different columns.";
  const width = idWidth(first);
  if (width === null) return "No columns identify the rows: they repeat.";
  if (width === header.length) return "There is no column to predict besides those that identify the rows.";
  const rows = tables.map((table) => rowsLike(first, table, width));
  if (rows.some((each) => each === null)) return "The files have different rows.";
  const inOrder = (table: PredictionTable, index: number, column: number): string[] =>
    Array.from(rows[index]!, (row) => table.columns[column]![row]!);
  const targets: TargetColumn[] = [];
  for (let column = width; column < header.length; column += 1) {
    const target = targetOf(tables.map((table, index) => inOrder(table, index, column)));
    if (target === null) return `The column ${header[column]} holds neither numbers nor classes.`;
    targets.push(target);
  }
  return { header, ids: first.columns.slice(0, width), targets };
}

/** How many of the first columns it takes to tell all rows apart; null when all of them do not. */
function idWidth({ header, columns }: PredictionTable): number | null {
  for (let width = 1; width <= header.length; width += 1) {
    const keys = new Set(columns[0]!.map((_, row) => keyOf(columns, row, width)));
    if (keys.size === columns[0]!.length) return width;
  }
  return null;
}

function keyOf(columns: PredictionTable["columns"], row: number, width: number): string {
  let key = "";
  for (let column = 0; column < width; column += 1) key += `${unquoted(columns[column]![row]!)}\0`;
  return key;
}

/** Where the rows of the first table are in another one; null when it has others. */
function rowsLike(first: PredictionTable, table: PredictionTable, width: number): Uint32Array | null {
  const count = first.columns[0]!.length;
  if (table.columns[0]!.length !== count) return null;
  const places = new Map(table.columns[0]!.map((_, row) => [keyOf(table.columns, row, width), row]));
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) {
    const place = places.get(keyOf(first.columns, row, width));
    if (place === undefined) return null;
    rows[row] = place;
  }
  return rows;
}

function targetOf(cells: readonly (readonly string[])[]): TargetColumn | null {
  const texts = cells.map((column) => column.map(unquoted));
  const isNumber = texts.every((column) => column.every((text) => text.trim() !== "" && Number.isFinite(Number(text))));
  if (!isNumber) {
    const classes = new Set(texts.flat());
    const isClass = classes.size <= Math.min(mostClasses, Math.max(2, texts[0]!.length / 2));
    return isClass ? { cells, numbers: null, isWhole: false } : null;
  }
  const numbers = texts.map((column) => Float64Array.from(column, Number));
  const isWhole = numbers.every((column) => column.every(Number.isInteger));
  // Votes for 1 and 1.0 are votes for the same.
  return { cells: isWhole ? numbers.map((column) => Array.from(column, String)) : cells, numbers, isWhole };
}

function unquoted(cell: string): string {
  return cell.startsWith('"') && cell.endsWith('"') && cell.length > 1 ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}
