import { formatPythonFloat } from "../lib/python/python-repr.ts";
import type { Column } from "./column.ts";

/** Every cell as pandas' `astype(str)` prints it: floats with a point, True and False, `nan` for gaps. */
export function asText(column: Column): string[] {
  return Array.from({ length: column.length }, (_, row) => textAt(column, row));
}

/** One cell as pandas' `astype(str)` prints it. */
export function textAt(column: Column, row: number): string {
  if (column.kind === "text") return column.at(row) ?? "nan";
  const value = column.values[row]!;
  if (Number.isNaN(value)) return "nan";
  if (column.kind === "bool" || column.kind === "bool-with-gaps") return value === 1 ? "True" : "False";
  if (column.kind === "float64") return formatPythonFloat(value);
  return (column.wide?.[row] ?? value).toString();
}
