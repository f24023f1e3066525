import type { Column, TextColumn } from "../frame/column.ts";
import { splitWhitespace } from "../lib/python/python-text.ts";

/** The words of a column's cells as numbers: row `r` has `codes[ends[r - 1]]` up to `codes[ends[r] - 1]`. */
export interface CellCodes {
  readonly codes: Int32Array;
  readonly ends: Uint32Array;
}

/**
 * A dictionary that numbers words from 0 in order of appearance. Looks up words by their bytes, without making strings.
 */
export class WordCodes {
  /** The number of distinct words. */
  size = 0;
  /** Each word's number plus one, by hash. The length is a power of two; at most half of it is used. */
  #slots = new Uint32Array(1024);
  #hashes = new Uint32Array(512);
  #starts = new Uint32Array(512);
  #ends = new Uint32Array(512);
  #bytes = Buffer.alloc(1 << 16);
  #used = 0;

  /** Encodes the words of every cell, split like Python's `str.split()`. New words get a new number if `add`, else -1. */
  encode(column: Column, { add }: { readonly add: boolean }): CellCodes {
    const ends = new Uint32Array(column.length);
    let codes = new Int32Array(column.length * 4 + 16);
    let count = 0;
    const push = (bytes: Buffer, start: number, end: number): void => {
      if (count === codes.length) codes = enlarged(codes);
      codes[count++] = this.#code(bytes, start, end, add);
    };
    for (let row = 0; row < column.length; row += 1) {
      if (column.kind === "text" && !column.isGap(row)) forEachWord(column, row, push);
      ends[row] = count;
    }
    return { codes: codes.subarray(0, count), ends };
  }

  #code(bytes: Buffer, start: number, end: number, add: boolean): number {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    let slot = hash & (this.#slots.length - 1);
    for (let entry = this.#slots[slot]!; entry !== 0; entry = this.#slots[slot]!) {
      if (this.#hashes[entry - 1] === hash && this.#holds(entry - 1, bytes, start, end)) return entry - 1;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    if (!add) return -1;
    this.#slots[slot] = this.size + 1;
    this.#store(hash, bytes, start, end);
    return this.size - 1;
  }

  #holds(code: number, bytes: Buffer, start: number, end: number): boolean {
    const first = this.#starts[code]!;
    if (this.#ends[code]! - first !== end - start) return false;
    for (let at = start; at < end; at += 1) if (this.#bytes[first + at - start] !== bytes[at]) return false;
    return true;
  }

  #store(hash: number, bytes: Buffer, start: number, end: number): void {
    while (this.#used + end - start > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2);
    bytes.copy(this.#bytes, this.#used, start, end);
    this.#hashes[this.size] = hash;
    this.#starts[this.size] = this.#used;
    this.#used += end - start;
    this.#ends[this.size] = this.#used;
    this.size += 1;
    if (this.size === this.#hashes.length) this.#grow();
  }

  #grow(): void {
    this.#hashes = enlarged(this.#hashes);
    this.#starts = enlarged(this.#starts);
    this.#ends = enlarged(this.#ends);
    this.#slots = new Uint32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let code = 0; code < this.size; code += 1) {
      let slot = this.#hashes[code]! & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = code + 1;
    }
  }
}

function enlarged<T extends Int32Array | Uint32Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}

/** Splits cells with characters beyond ASCII as strings, because some of these are blanks of several bytes. */
function forEachWord(
  column: TextColumn,
  row: number,
  visit: (bytes: Buffer, start: number, end: number) => void,
): void {
  const { bytes } = column.cells;
  const end = column.end(row);
  for (let at = column.start(row); at < end; at += 1) {
    if (bytes[at]! < 0x80) continue;
    for (const word of splitWhitespace(column.at(row)!)) visit(Buffer.from(word), 0, Buffer.byteLength(word));
    return;
  }
  let start = column.start(row);
  for (let at = start; at <= end; at += 1) {
    if (at < end && !isBlank(bytes[at]!)) continue;
    if (at > start) visit(bytes, start, at);
    start = at + 1;
  }
}

/** `str.isspace()` of an ASCII character. */
function isBlank(byte: number): boolean {
  return byte <= 0x20 && (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte >= 0x1c);
}
