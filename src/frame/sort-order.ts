import type { Column, NumberColumn, TextColumn } from "./column.ts";

/**
 * The order in which the rows stand when sorted by the column: ascending, stable, gaps last (pandas' `sort_values`).
 * Numbers compare by value, text by code point (which is the order of UTF-8 bytes). Null when they stand so already.
 */
export function sortOrder(column: Column): Uint32Array | null {
  return column.kind === "text" ? textOrder(column) : numberOrder(column);
}

function numberOrder(column: NumberColumn): Uint32Array | null {
  const { values, wide } = column;
  const rows = values.length;
  let sorted = true;
  for (let row = 1; row < rows && sorted; row += 1) {
    // Written so that a NaN anywhere but at the end counts as unsorted.
    sorted = wide === null ? values[row - 1]! <= values[row]! : wide[row - 1]! <= wide[row]!;
  }
  if (sorted) return null;
  if (wide !== null) {
    return Uint32Array.from(values.keys()).sort((a, b) => (wide[a]! < wide[b]! ? -1 : wide[a]! > wide[b]! ? 1 : a - b));
  }
  return radixOrder(rows, 2, (row, word) => numberKey(values[row]!, word));
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/** Half of a double's bits, turned so that unsigned comparison of both halves orders doubles, with NaN last. */
function numberKey(value: number, word: number): number {
  double[0] = value === 0 ? 0 : value;
  if (Number.isNaN(value)) return 0xffff_ffff;
  const negative = words[1]! >>> 31 === 1;
  const bits = words[word]!;
  if (negative) return ~bits >>> 0;
  return word === 1 ? (bits | 0x8000_0000) >>> 0 : bits;
}

/** Stable least-significant-digit radix sort of row numbers by `wordCount` 32-bit words, the lowest first. */
function radixOrder(rows: number, wordCount: number, key: (row: number, word: number) => number): Uint32Array {
  let order = Uint32Array.from({ length: rows }, (_, row) => row);
  let next = new Uint32Array(rows);
  const keys = new Uint32Array(rows);
  const counts = new Uint32Array(65_536);
  for (let word = 0; word < wordCount; word += 1) {
    for (let row = 0; row < rows; row += 1) keys[row] = key(row, word);
    for (const shift of [0, 16]) {
      counts.fill(0);
      for (let row = 0; row < rows; row += 1) counts[(keys[row]! >>> shift) & 0xffff]! += 1;
      if (counts[(keys[0]! >>> shift) & 0xffff] === rows) continue;
      let total = 0;
      for (let digit = 0; digit < 65_536; digit += 1) {
        const count = counts[digit]!;
        counts[digit] = total;
        total += count;
      }
      for (let place = 0; place < rows; place += 1) {
        const row = order[place]!;
        const digit = (keys[row]! >>> shift) & 0xffff;
        next[counts[digit]!++] = row;
      }
      [order, next] = [next, order];
    }
  }
  return order;
}

function textOrder(column: TextColumn): Uint32Array | null {
  const rows = column.length;
  const starts = new Uint32Array(rows);
  const ends = new Uint32Array(rows);
  const gaps: number[] = [];
  const filled = new Uint32Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row += 1) {
    if (column.isGap(row)) {
      gaps.push(row);
      continue;
    }
    starts[row] = column.start(row);
    ends[row] = column.end(row);
    filled[count++] = row;
  }
  const order = filled.subarray(0, count);
  const { bytes } = column.cells;
  let sorted = gaps.length === 0;
  for (let row = 1; row < rows && sorted; row += 1) {
    sorted = compareBytes(bytes, starts[row - 1]!, ends[row - 1]!, starts[row]!, ends[row]!) <= 0;
  }
  if (sorted) return null;
  sortByBytes(bytes, starts, ends, order);
  filled.set(gaps, count);
  return filled;
}

function compareBytes(bytes: Buffer, startA: number, endA: number, startB: number, endB: number): number {
  const shorter = Math.min(endA - startA, endB - startB);
  for (let at = 0; at < shorter; at += 1) {
    const difference = bytes[startA + at]! - bytes[startB + at]!;
    if (difference !== 0) return difference;
  }
  return endA - startA - (endB - startB);
}

/** Stable sort of `order` by the rows' bytes: three bytes at a time by counting, small groups by insertion. */
function sortByBytes(bytes: Buffer, starts: Uint32Array, ends: Uint32Array, order: Uint32Array): void {
  const keys = new Uint32Array(starts.length);
  const scratch = new Uint32Array(order.length);
  const pending: [from: number, to: number, depth: number][] = [[0, order.length, 0]];
  const counts = new Uint32Array(65_537);

  const keyAt = (row: number, depth: number): number => {
    const at = starts[row]! + depth;
    const end = ends[row]!;
    // One is added so that the end of the text sorts before every byte, even a zero one.
    if (at >= end) return 0;
    return (bytes[at]! + 1) * 257 + (at + 1 < end ? bytes[at + 1]! + 1 : 0);
  };

  for (let task = pending.pop(); task !== undefined; task = pending.pop()) {
    const [from, to, depth] = task;
    if (to - from < 256) {
      insertionSort(bytes, starts, ends, order, from, to, depth);
      continue;
    }
    let smallest = 65_536 * 2;
    let largest = 0;
    for (let place = from; place < to; place += 1) {
      const key = keyAt(order[place]!, depth);
      keys[order[place]!] = key;
      if (key < smallest) smallest = key;
      if (key > largest) largest = key;
    }
    if (smallest === largest) {
      if (largest % 257 !== 0) pending.push([from, to, depth + 2]);
      continue;
    }
    const span = largest - smallest + 2;
    const places = span <= counts.length ? counts.fill(0, 0, span) : new Uint32Array(span);
    for (let place = from; place < to; place += 1) places[keys[order[place]!]! - smallest + 1]! += 1;
    for (let digit = 1; digit < span; digit += 1) places[digit]! += places[digit - 1]!;
    for (let place = from; place < to; place += 1) {
      const row = order[place]!;
      scratch[from + places[keys[row]! - smallest]!++] = row;
    }
    for (let place = from; place < to; place += 1) order[place] = scratch[place]!;
    for (let group = from; group < to; ) {
      const key = keys[order[group]!]!;
      let after = group + 1;
      while (after < to && keys[order[after]!] === key) after += 1;
      if (after - group > 1 && key % 257 !== 0) pending.push([group, after, depth + 2]);
      group = after;
    }
  }
}

function insertionSort(
  bytes: Buffer,
  starts: Uint32Array,
  ends: Uint32Array,
  order: Uint32Array,
  from: number,
  to: number,
  depth: number,
): void {
  const compare = (a: number, b: number): number =>
    compareBytes(bytes, starts[a]! + depth, ends[a]!, starts[b]! + depth, ends[b]!);
  if (to - from > 24) {
    order.subarray(from, to).sort((a, b) => compare(a, b) || a - b);
    return;
  }
  for (let place = from + 1; place < to; place += 1) {
    const row = order[place]!;
    let hole = place;
    while (hole > from && compare(order[hole - 1]!, row) > 0) {
      order[hole] = order[hole - 1]!;
      hole -= 1;
    }
    order[hole] = row;
  }
}
