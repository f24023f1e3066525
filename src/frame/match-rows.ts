import type { Column, TextColumn } from "./column.ts";

/**
 * For every row of `wanted` the row of `found` that holds the same text, or null when the two columns are not
 * rearrangements of one another (another length, a repeated cell, a gap, a cell that only one of them holds) or are not
 * both text. Null also when the texts collide too often to look them up quickly: sort instead.
 *
 * Hashing, looking up and comparing are separate passes, so that the processor can wait for many far-apart places of
 * memory at once instead of one after the other.
 */
export function matchRows(found: Column, wanted: Column): Uint32Array | null {
  if (found.kind !== "text" || wanted.kind !== "text" || found.length !== wanted.length) return null;
  const hashes = hashCells(found);
  const slots = hashes === null ? null : fillSlots(found, hashes);
  const wantedHashes = hashCells(wanted);
  if (hashes === null || slots === null || wantedHashes === null) return null;
  const rows = lookUp(slots, hashes, wantedHashes);
  if (rows === null) return null;
  for (let row = 0; row < rows.length; row += 1) {
    // Two texts of one hash: rare enough to be left to whoever asks.
    if (!sameCell(found, rows[row]!, wanted, row)) return null;
  }
  return rows;
}

/** Far more looks than texts that were not chosen to collide ever need. */
const maximumSteps = (rows: number): number => 16 * rows + 1024;

/** Open addressing over a power of two of slots, at most half full; a slot holds a row's number plus one. */
function fillSlots(column: TextColumn, hashes: Uint32Array): Uint32Array | null {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(column.length * 2 + 2)));
  const mask = slots.length - 1;
  let steps = maximumSteps(column.length);
  for (let row = 0; row < hashes.length; row += 1) {
    const hash = hashes[row]!;
    let slot = hash & mask;
    for (let other = slots[slot]!; other !== 0; other = slots[slot]!) {
      steps -= 1;
      if (steps < 0 || (hashes[other - 1] === hash && sameCell(column, other - 1, column, row))) return null;
      slot = (slot + 1) & mask;
    }
    slots[slot] = row + 1;
  }
  return slots;
}

/** The row with each wanted hash; null when there is none, or when a row is wanted twice. */
function lookUp(slots: Uint32Array, hashes: Uint32Array, wanted: Uint32Array): Uint32Array | null {
  const mask = slots.length - 1;
  const rows = new Uint32Array(wanted.length);
  const used = new Uint8Array(hashes.length);
  let steps = maximumSteps(hashes.length);
  for (let row = 0; row < wanted.length; row += 1) {
    const hash = wanted[row]!;
    let slot = hash & mask;
    let candidate = slots[slot]! - 1;
    while (candidate >= 0 && hashes[candidate] !== hash && steps > 0) {
      slot = (slot + 1) & mask;
      candidate = slots[slot]! - 1;
      steps -= 1;
    }
    if (candidate < 0 || steps <= 0 || used[candidate] === 1) return null;
    used[candidate] = 1;
    rows[row] = candidate;
  }
  return rows;
}

function sameCell(a: TextColumn, rowA: number, b: TextColumn, rowB: number): boolean {
  const bytesA = a.cells.bytes;
  const bytesB = b.cells.bytes;
  const endA = a.end(rowA);
  let atA = a.start(rowA);
  let atB = b.start(rowB);
  if (endA - atA !== b.end(rowB) - atB) return false;
  for (; atA < endA; atA += 1, atB += 1) if (bytesA[atA] !== bytesB[atB]) return false;
  return true;
}

/** A 32-bit hash of every cell, null when one is a gap. */
function hashCells(column: TextColumn): Uint32Array | null {
  const { bytes } = column.cells;
  const hashes = new Uint32Array(column.length);
  for (let row = 0; row < hashes.length; row += 1) {
    if (column.isGap(row)) return null;
    hashes[row] = hashBytes(bytes, column.start(row), column.end(row));
  }
  return hashes;
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
