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
  if (found.hasGaps || wanted.hasGaps) return null;
  const foundTexts = textsOf(found);
  const wantedTexts = textsOf(wanted);
  const rows = new RowLookup(foundTexts).all(wantedTexts);
  if (rows === null) return null;
  for (let row = 0; row < rows.length; row += 1) if (!sameText(foundTexts, rows[row]!, wantedTexts, row)) return null;
  return rows;
}

/** The cells of a column and a hash of each. */
interface Texts {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly hashes: Uint32Array;
}

/** Rows by hash: open addressing over a power of two of slots, at most half full. */
class RowLookup {
  readonly #texts: Texts;
  /** A row's number plus one. */
  readonly #slots: Uint32Array;
  /** Rows whose hash another row has too. */
  readonly #ambiguous = new Set<number>();
  /** Far more looks than texts that were not chosen to collide ever need. */
  #steps: number;

  constructor(texts: Texts) {
    const { hashes } = texts;
    this.#texts = texts;
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(hashes.length * 2 + 2)));
    const slots = this.#slots;
    const mask = slots.length - 1;
    let steps = 32 * hashes.length + 1024;
    for (let row = 0; row < hashes.length && steps > 0; row += 1) {
      const hash = hashes[row]!;
      let slot = hash & mask;
      for (let other = slots[slot]!; other !== 0; other = slots[slot]!) {
        if (hashes[other - 1] === hash) this.#ambiguous.add(row).add(other - 1);
        slot = (slot + 1) & mask;
        steps -= 1;
      }
      slots[slot] = row + 1;
    }
    this.#steps = steps;
  }

  /** The row of each wanted text, still to be compared; null when there is none, or when a row is wanted twice. */
  all(wanted: Texts): Uint32Array | null {
    const slots = this.#slots;
    const { hashes } = this.#texts;
    const mask = slots.length - 1;
    const rows = new Uint32Array(wanted.hashes.length);
    const used = new Uint8Array(hashes.length);
    let steps = this.#steps;
    for (let row = 0; row < rows.length; row += 1) {
      const hash = wanted.hashes[row]!;
      let slot = hash & mask;
      let candidate = slots[slot]! - 1;
      while (candidate >= 0 && steps > 0 && (hashes[candidate] !== hash || this.#isOther(candidate, wanted, row))) {
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

  /** Whether a row of the wanted hash still holds another text; only looked at where hashes repeat. */
  #isOther(candidate: number, wanted: Texts, row: number): boolean {
    return this.#ambiguous.has(candidate) && !sameText(this.#texts, candidate, wanted, row);
  }
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
  const { starts, ends } = column.places();
  const hashes = new Uint32Array(starts.length);
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
