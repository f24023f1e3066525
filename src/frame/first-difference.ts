import type { Column, TextColumn } from "./column.ts";
import { labelAt } from "./labels.ts";

/**
 * The first row in which two columns of equal length differ, or -1. Numbers compare by value across types, text with
 * text; a gap equals nothing, not even a gap (numpy's `!=` on two columns).
 */
export function firstDifference(a: Column, b: Column): number {
  if (a.kind === "text" && b.kind === "text") return firstTextDifference(a, b);
  if (a.kind !== "text" && b.kind !== "text" && a.wide === null && b.wide === null) {
    return a.values.findIndex((value, row) => value !== b.values[row]);
  }
  for (let row = 0; row < a.length; row += 1) {
    const left = labelAt(a, row);
    if (left === null || left !== labelAt(b, row)) return row;
  }
  return -1;
}

function firstTextDifference(a: TextColumn, b: TextColumn): number {
  const hasGaps = a.hasGaps || b.hasGaps;
  const placesA = a.places();
  const placesB = b.places();
  const bytesA = a.cells.bytes;
  const bytesB = b.cells.bytes;
  for (let row = 0; row < a.length; row += 1) {
    if (hasGaps && (a.isGap(row) || b.isGap(row))) return row;
    const end = placesA.ends[row]!;
    let atA = placesA.starts[row]!;
    let atB = placesB.starts[row]!;
    if (end - atA !== placesB.ends[row]! - atB) return row;
    for (; atA < end; atA += 1, atB += 1) if (bytesA[atA] !== bytesB[atB]) return row;
  }
  return -1;
}
