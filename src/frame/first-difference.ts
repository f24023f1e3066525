import type { Column, TextColumn } from "./column.ts";
import { labelAt } from "./labels.ts";

/**
 * The first row in which two columns of equal length differ, or -1: numpy's `!=` on two columns. Numbers compare by
 * value, whatever their type; text never equals a number; a gap equals nothing, not even another gap.
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
  const boundsA = a.bounds();
  const boundsB = b.bounds();
  const bytesA = a.cells.bytes;
  const bytesB = b.cells.bytes;
  for (let row = 0; row < a.length; row += 1) {
    if (hasGaps && (a.isGap(row) || b.isGap(row))) return row;
    const end = boundsA.ends[row]!;
    let atA = boundsA.starts[row]!;
    let atB = boundsB.starts[row]!;
    if (end - atA !== boundsB.ends[row]! - atB) return row;
    for (; atA < end; atA += 1, atB += 1) if (bytesA[atA] !== bytesB[atB]) return row;
  }
  return -1;
}
