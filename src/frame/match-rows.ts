import type { Column, TextColumn } from "./column.ts";

/**
 * For every row of `wanted`, the row of `found` with the same text. Null if the columns are not both text, or are not
 * permutations of each other: they differ in length, a cell repeats, is a gap, or is in only one of them. Also null if
 * too many hashes collide to look texts up quickly: sort instead.
 *
 * This is a partitioned hash join: rows are first distributed by their hashes, so that each part's table fits in the
 * processor's cache. One large table would wait for memory at every row and take longer than sorting.
 */
export function matchRows(found: Column, wanted: Column): Uint32Array | null {
  if (found.kind !== "text" || wanted.kind !== "text" || found.length !== wanted.length) return null;
  if (found.hasGaps || wanted.hasGaps) return null;
  const foundTexts = textsOf(found);
  const wantedTexts = textsOf(wanted);
  const rows = new Uint32Array(wanted.length);
  const foundParts = partition(foundTexts);
  const wantedParts = partition(wantedTexts);
  for (let part = 0; part < partCount; part += 1) {
    if (!matchPart(part, foundParts, wantedParts, rows, foundTexts, wantedTexts)) return null;
  }
  return sameTexts(foundTexts, wantedTexts, rows) ? rows : null;
}

/** The cells of a column with their hashes. */
interface Texts {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Signed, because JavaScript engines handle signed 32-bit integers fastest. */
  readonly hashes: Int32Array;
}

/** Rows by the highest bits of their hashes: part `p` is `[first[p], first[p + 1])` of both arrays. */
interface Parts {
  readonly first: Int32Array;
  readonly rows: Int32Array;
  readonly hashes: Int32Array;
}

const partBits = 8;
const partCount = 2 ** partBits;

function partition({ hashes }: Texts): Parts {
  const first = new Int32Array(partCount + 1);
  for (let row = 0; row < hashes.length; row += 1) first[(hashes[row]! >>> (32 - partBits)) + 1]! += 1;
  for (let part = 0; part < partCount; part += 1) first[part + 1]! += first[part]!;
  const next = first.slice();
  const parts = { first, rows: new Int32Array(hashes.length), hashes: new Int32Array(hashes.length) };
  for (let row = 0; row < hashes.length; row += 1) {
    const hash = hashes[row]!;
    const part = hash >>> (32 - partBits);
    const place = next[part]!;
    next[part] = place + 1;
    parts.rows[place] = row;
    parts.hashes[place] = hash;
  }
  return parts;
}

/** The state of a row while its part is matched, as bits: another row has the same hash; the row has been matched. */
const ambiguous = 1;
const taken = 2;

/** Finds the rows of one part by open addressing, at most half full. False if the parts do not match one to one. */
function matchPart(
  part: number,
  found: Parts,
  wanted: Parts,
  rows: Uint32Array,
  foundTexts: Texts,
  wantedTexts: Texts,
): boolean {
  const start = found.first[part]!;
  const end = found.first[part + 1]!;
  if (wanted.first[part] !== start || wanted.first[part + 1] !== end) return false;
  const slots = new Int32Array(2 ** Math.ceil(Math.log2((end - start) * 2 + 2)));
  const mask = slots.length - 1;
  // Far more steps than any texts need that were not chosen to collide.
  let steps = 64 * (end - start) + 1024;
  const states = new Uint8Array(end - start);
  for (let place = start; place < end; place += 1) {
    const hash = found.hashes[place]!;
    let slot = hash & mask;
    for (let other = slots[slot]!; other !== 0; other = slots[slot]!) {
      if (found.hashes[other - 1] === hash) {
        states[other - 1 - start] = ambiguous;
        states[place - start] = ambiguous;
      }
      slot = (slot + 1) & mask;
      steps -= 1;
      if (steps < 0) return false;
    }
    slots[slot] = place + 1;
  }
  for (let place = start; place < end; place += 1) {
    const hash = wanted.hashes[place]!;
    const row = wanted.rows[place]!;
    let slot = hash & mask;
    let candidate = slots[slot]! - 1;
    while (candidate >= 0) {
      if (found.hashes[candidate] === hash) {
        // The texts are compared later, for all rows at once, unless several rows have this hash.
        if (
          (states[candidate - start]! & ambiguous) === 0 ||
          sameText(foundTexts, found.rows[candidate]!, wantedTexts, row)
        )
          break;
      }
      slot = (slot + 1) & mask;
      candidate = slots[slot]! - 1;
      steps -= 1;
      if (steps < 0) return false;
    }
    if (candidate < 0 || (states[candidate - start]! & taken) !== 0) return false;
    states[candidate - start]! |= taken;
    rows[row] = found.rows[candidate]!;
  }
  return true;
}

const batch = 512;

/** Whether every row of `wanted` has the same text as its row in `found`. */
function sameTexts(found: Texts, wanted: Texts, rows: Uint32Array): boolean {
  let touched = 0;
  for (let from = 0; from < rows.length; from += batch) {
    const to = Math.min(from + batch, rows.length);
    // Prefetch: the texts are scattered in memory, and touching them first loads them in parallel.
    for (let row = from; row < to; row += 1) touched ^= found.bytes[found.starts[rows[row]!]!]!;
    for (let row = from; row < to; row += 1) if (!sameText(found, rows[row]!, wanted, row)) return false;
  }
  return touched < 256;
}

function sameText(a: Texts, rowA: number, b: Texts, rowB: number): boolean {
  const endA = a.ends[rowA]!;
  let atA = a.starts[rowA]!;
  let atB = b.starts[rowB]!;
  if (endA - atA !== b.ends[rowB]! - atB) return false;
  for (; atA < endA; atA += 1, atB += 1) if (a.bytes[atA] !== b.bytes[atB]) return false;
  return true;
}

function textsOf(column: TextColumn): Texts {
  const { bytes } = column.cells;
  const { starts, ends } = column.bounds();
  const hashes = new Int32Array(starts.length);
  for (let row = 0; row < hashes.length; row += 1) hashes[row] = hashBytes(bytes, starts[row]!, ends[row]!);
  return { bytes, starts, ends, hashes };
}

function hashBytes(bytes: Buffer, start: number, end: number): number {
  let hash = end - start;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    hash = Math.imul(hash ^ word, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
