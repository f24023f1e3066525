import { textAt } from "./as-text.ts";
import { type Column, NumberColumn, TextColumn } from "./column.ts";

/**
 * Stacks columns, typed as `pandas.concat` types them: equal types stay, different kinds of numbers become floats, and
 * numbers next to text are printed as they are on their own. Takes at least one column; the name is the first one's.
 */
export function concatColumns(columns: readonly Column[]): Column {
  const { name, kind } = columns[0]!;
  if (columns.every((column) => column.kind !== "text" && column.kind === kind)) {
    return joinNumbers(name, columns as readonly NumberColumn[]);
  }
  if (columns.every((column) => column.kind !== "text" && !column.kind.startsWith("bool"))) {
    return new NumberColumn(name, "float64", joinValues(columns as readonly NumberColumn[]));
  }
  const mixed = columns.some((column) => column.kind !== "text" || column.mixed);
  return TextColumn.from(name, columns.flatMap(printedCells), { mixed });
}

function joinNumbers(name: string, columns: readonly NumberColumn[]): NumberColumn {
  const { kind } = columns[0]!;
  const values = joinValues(columns);
  if (columns.every(({ wide }) => wide === null)) return new NumberColumn(name, kind, values);
  const exact = columns.flatMap((column) => Array.from(column.wide ?? column.values, BigInt));
  const wide = kind === "uint64" ? BigUint64Array.from(exact) : BigInt64Array.from(exact);
  return new NumberColumn(name, kind, values, wide);
}

function joinValues(columns: readonly NumberColumn[]): Float64Array {
  const values = new Float64Array(columns.reduce((length, column) => length + column.length, 0));
  let at = 0;
  for (const column of columns) {
    values.set(column.values, at);
    at += column.length;
  }
  return values;
}

function printedCells(column: Column): (string | null)[] {
  return Array.from({ length: column.length }, (_, row) => (column.isGap(row) ? null : textAt(column, row)));
}
