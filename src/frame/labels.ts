import type { Label } from "../lib/numeric/label.ts";
import type { Column } from "./column.ts";

/**
 * Every cell as a label that a Set or Map compares as Python would: 1, 1.0 and True are the same label. Gaps are null;
 * integers beyond 2^53 become bigints, so that neighbours stay distinct.
 */
export function toLabels(column: Column): (Label | null)[] {
  return Array.from({ length: column.length }, (_, row) => labelAt(column, row));
}

/** One cell as a label; null for a gap. */
export function labelAt(column: Column, row: number): Label | null {
  if (column.kind === "text") return column.at(row);
  const value = column.values[row]!;
  if (Number.isNaN(value)) return null;
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value === 0 ? 0 : value;
  if (column.wide !== null) return column.wide[row]!;
  return Number.isInteger(value) ? BigInt(value) : value;
}
