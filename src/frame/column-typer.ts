import type { NumberKind } from "./column.ts";
import { isMissing } from "./missing-values.ts";
import { type NumberParser, notANumber, overflow } from "./parse-number.ts";

/**
 * How a cell of a file is to be read and printed. `int64-with-gaps`: integers that become floats because of a gap;
 * `raw-text`: text in which even an empty cell is no gap.
 */
export type CellKind = NumberKind | "int64-with-gaps" | "text" | "raw-text";

/**
 * Finds the type of a column cell by cell, by the same rules as `inferColumn` but without keeping a value: what a table
 * that does not fit memory needs to be printed again.
 */
export class ColumnTyper {
  #integers = true;
  #floats = true;
  #booleans = true;
  #overflowed = false;
  #gap = false;
  #negative = false;
  #large = false;
  #tooLarge = false;
  #cells = 0;

  /** Takes the next cell. `parser` must read the same bytes. */
  add(parser: NumberParser, bytes: Buffer, start: number, end: number): void {
    this.#cells += 1;
    // Nothing can change any more: text stays text.
    if (!this.#floats && !this.#booleans && !this.#overflowed) return;
    if (this.#overflowed) {
      this.#addUnsigned(parser, bytes, start, end);
    } else if (!this.#integers || !this.#addInteger(parser, bytes, start, end)) {
      this.#addOther(parser, bytes, start, end);
    }
  }

  /** Returns false when the cell ends the hope for integers. */
  #addInteger(parser: NumberParser, bytes: Buffer, start: number, end: number): boolean {
    const outcome = parser.integer(start, end);
    if (outcome === 0) {
      this.#booleans = false;
      if (parser.value < 0 || Object.is(parser.value, -0)) this.#negative = true;
    } else if (isMissing(bytes, start, end)) this.#gap = true;
    else if (outcome === overflow) {
      this.#overflowed = true;
      this.#booleans = false;
      this.#addUnsigned(parser, bytes, start, end);
    } else this.#integers = false;
    return this.#integers;
  }

  #addOther(parser: NumberParser, bytes: Buffer, start: number, end: number): void {
    if (isMissing(bytes, start, end)) {
      this.#gap = true;
      return;
    }
    if (this.#floats && !parser.isFloat(start, end)) this.#floats = false;
    if (this.#booleans && !isBoolean(bytes, start, end)) this.#booleans = false;
  }

  /** An int64 has overflowed: pandas tries uint64, and the first cell that is none decides between float and text. */
  #addUnsigned(parser: NumberParser, bytes: Buffer, start: number, end: number): void {
    if (this.#tooLarge) return;
    if (isMissing(bytes, start, end)) {
      this.#gap = true;
      return;
    }
    if (!this.#integers) {
      if (this.#floats && !parser.isFloat(start, end)) this.#floats = false;
      return;
    }
    let first = start;
    while (first < end && (bytes[first] === 32 || (bytes[first]! >= 9 && bytes[first]! <= 13))) first += 1;
    if (first < end && bytes[first] === 45) {
      this.#negative = true;
      if (!parser.isFloat(start, end)) this.#floats = false;
      return;
    }
    const outcome = parser.unsigned(start, end);
    if (outcome === overflow) this.#tooLarge = true;
    else if (outcome === notANumber) {
      this.#integers = false;
      if (!parser.isFloat(start, end)) this.#floats = false;
    } else if (parser.wide! > 0x7fff_ffff_ffff_ffffn) this.#large = true;
  }

  kind(): CellKind {
    if (this.#cells === 0) return "text";
    if (this.#overflowed) {
      if (this.#tooLarge) return "text";
      if (!this.#integers) return this.#floats ? "float64" : "text";
      if (this.#large && (this.#negative || this.#gap)) return "raw-text";
      return this.#negative ? "text" : "uint64";
    }
    if (this.#integers) return this.#gap ? "int64-with-gaps" : "int64";
    if (this.#floats) return "float64";
    if (!this.#booleans) return "text";
    return this.#gap ? "bool-with-gaps" : "bool";
  }
}

/** `true` or `false` in any case. */
export function isBoolean(bytes: Buffer, start: number, end: number): boolean {
  const length = end - start;
  if (length !== 4 && length !== 5) return false;
  const text = bytes.toString("latin1", start, end).toLowerCase();
  return text === "true" || text === "false";
}

/**
 * The type of a column whose parts pandas typed one by one: numbers of different types become floats, anything else
 * an object column in which every part keeps its own values; null stands for that.
 */
export function mergeKinds(kinds: readonly CellKind[]): CellKind | null {
  const [first = "text", ...rest] = kinds;
  if (rest.every((kind) => kind === first) && (first !== "raw-text" || rest.length === 0)) return first;
  return kinds.every((kind) => numeric.has(kind)) ? "float64" : null;
}

const numeric: ReadonlySet<CellKind> = new Set(["int64", "uint64", "int64-with-gaps", "float64"]);
