import { argsort, WordSorter } from "../lib/numeric/argsort.ts";
import type { Column, NumberColumn, TextColumn } from "./column.ts";

/**
 * The order of the rows when sorted by the column: pandas' `sort_values`. Ascending, stable, gaps last. Numbers compare
 * by value, text by code point (which is the order of UTF-8 bytes). Null if the rows are in order already.
 */
export function sortOrder(column: Column): Uint32Array | null {
  return column.kind === "text" ? textOrder(column) : numberOrder(column);
}

function numberOrder({ values, wide }: NumberColumn): Uint32Array | null {
  let sorted = true;
  for (let row = 1; row < values.length && sorted; row += 1) {
    // NaN makes this false, so only a column without NaN counts as sorted.
    sorted = wide === null ? values[row - 1]! <= values[row]! : wide[row - 1]! <= wide[row]!;
  }
  if (sorted) return null;
  if (wide === null) return argsort(values);
  return Uint32Array.from(values.keys()).sort((a, b) => (wide[a]! < wide[b]! ? -1 : wide[a]! > wide[b]! ? 1 : a - b));
}

function textOrder(column: TextColumn): Uint32Array | null {
  const texts = { bytes: column.cells.bytes, ...column.bounds() };
  const order = new Uint32Array(column.length);
  if (!column.hasGaps) {
    let sorted = true;
    for (let row = 1; row < order.length && sorted; row += 1) sorted = compareTexts(texts, row - 1, row, 0) <= 0;
    if (sorted) return null;
    for (let row = 0; row < order.length; row += 1) order[row] = row;
    sortTexts(texts, order);
    return order;
  }
  let filled = 0;
  for (let row = 0; row < order.length; row += 1) if (!column.isGap(row)) order[filled++] = row;
  sortTexts(texts, order.subarray(0, filled));
  for (let row = 0; row < order.length; row += 1) if (column.isGap(row)) order[filled++] = row;
  return order;
}

interface Texts {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

function compareTexts({ bytes, starts, ends }: Texts, a: number, b: number, depth: number): number {
  const lengthA = ends[a]! - starts[a]!;
  const lengthB = ends[b]! - starts[b]!;
  const shorter = Math.min(lengthA, lengthB);
  for (let at = depth; at < shorter; at += 1) {
    const difference = bytes[starts[a]! + at]! - bytes[starts[b]! + at]!;
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
}

/** Sorts rows by their texts, stably and four bytes at a time: first all rows, then groups that are equal so far. */
function sortTexts(texts: Texts, order: Uint32Array): void {
  const sorter = new WordSorter(order);
  const words = new Uint32Array(texts.starts.length);
  const pending: [from: number, to: number, depth: number][] = [[0, order.length, commonLength(texts, order)]];
  for (let task = pending.pop(); task !== undefined; task = pending.pop()) {
    const [from, to, depth] = task;
    readWords(texts, order, words, task);
    sorter.sort(words, from, to);
    for (let first = from; first < to; ) {
      const word = words[order[first]!]!;
      let after = first + 1;
      while (after < to && words[order[after]!] === word) after += 1;
      if (after - first === 2) {
        if (compareTexts(texts, order[first]!, order[first + 1]!, depth) > 0) {
          [order[first], order[first + 1]] = [order[first + 1]!, order[first]!];
        }
      } else if (after - first > 2) deepen(texts, order, pending, [first, after, depth + 4]);
      first = after;
    }
  }
}

/** Leaves rows that are equal up to `depth` for later, unless all their texts have ended: then only lengths differ. */
function deepen(
  texts: Texts,
  order: Uint32Array,
  pending: [number, number, number][],
  [from, to, depth]: [number, number, number],
): void {
  const lengthOf = (row: number): number => texts.ends[row]! - texts.starts[row]!;
  let longest = 0;
  let shortest = Number.POSITIVE_INFINITY;
  for (let place = from; place < to; place += 1) {
    longest = Math.max(longest, lengthOf(order[place]!));
    shortest = Math.min(shortest, lengthOf(order[place]!));
  }
  if (longest > depth) pending.push([from, to, depth]);
  // The end of a text reads as zeros: texts that differ only in trailing zeros are ordered by length.
  else if (shortest < longest) order.subarray(from, to).sort((a, b) => lengthOf(a) - lengthOf(b) || a - b);
}

/** The next four bytes of each row's text as a big-endian number. */
function readWords(
  { bytes, starts, ends }: Texts,
  order: Uint32Array,
  words: Uint32Array,
  [from, to, depth]: [number, number, number],
): void {
  for (let place = from; place < to; place += 1) {
    const row = order[place]!;
    const at = starts[row]! + depth;
    const left = ends[row]! - at;
    if (left >= 4) words[row] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    else {
      let word = 0;
      for (let byte = 0; byte < 4; byte += 1) word = (word << 8) | (byte < left ? bytes[at + byte]! : 0);
      words[row] = word;
    }
  }
}

/** The length of the longest common prefix of all texts, in bytes. */
function commonLength({ bytes, starts, ends }: Texts, order: Uint32Array): number {
  const first = starts[order[0]!]!;
  let common = ends[order[0]!]! - first;
  for (let place = 1; place < order.length && common > 0; place += 1) {
    const start = starts[order[place]!]!;
    common = Math.min(common, ends[order[place]!]! - start);
    let at = 0;
    while (at < common && bytes[start + at] === bytes[first + at]) at += 1;
    common = at;
  }
  return common;
}
