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
  for (let row = 0; row < a.length; row += 1) {
    if (a.isGap(row) || b.isGap(row)) return row;
    const startA = a.start(row);
    const startB = b.start(row);
    const length = a.end(row) - startA;
    if (length !== b.end(row) - startB) return row;
    for (let at = 0; at < length; at += 1) {
      if (a.cells.bytes[startA + at] !== b.cells.bytes[startB + at]) return row;
    }
  }
  return -1;
}
