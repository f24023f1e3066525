import type { NumberKind } from "../column.ts";
import type { CellList } from "./cell-list.ts";
import { isMissing } from "./missing-values.ts";
import { type NumberParser, notANumber, overflow } from "./number-parser.ts";
import { notPlain, plainDecimal, plainNegative, readPlainNumber } from "./plain-number.ts";
import { isPrintedAsRead, type Judge } from "./verbatim-rows.ts";

/**
 * How a cell of a file is to be read and printed. `int64-with-gaps`: integers that become floats because of a gap;
 * `raw-text`: text in which even an empty cell is no gap.
 */
export type CellKind = NumberKind | "int64-with-gaps" | "text" | "raw-text";

/** Which of the cells: `count` of them, from `first` on, each `stride` after the one before, in the rows from `row` on. */
export interface CellRange {
  readonly first: number;
  readonly stride: number;
  readonly count: number;
  readonly row: number;
}

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

  /**
   * Takes some cells of a column. `parser` must read the same bytes. With a judge, the verdicts on the cells' rows are
   * passed by the way: a second look at every number would cost as much as the first.
   */
  addCells(
    parser: NumberParser,
    cells: Pick<CellList, "starts" | "ends">,
    range: CellRange,
    judge: Judge | null,
  ): void {
    const { bytes } = parser;
    const { starts, ends } = cells;
    const { first, stride, count, row } = range;
    this.#cells += count;
    let cell = first;
    for (let index = 0; index < count; index += 1, cell += stride) {
      const start = starts[cell]!;
      const end = ends[cell]!;
      const settled = this.#isSettled();
      const plain = settled ? notPlain : readPlainNumber(bytes, start, end);
      if (judge !== null && !isPrintedAsRead(judge.kind, plain, bytes, start, end, judge.exact)) {
        judge.verdicts[row + index] = 0;
      }
      if (settled || (!this.#overflowed && this.#addPlain(plain))) continue;
      this.#add(parser, bytes, start, end);
    }
  }

  /** Text stays text: nothing can change any more. */
  #isSettled(): boolean {
    return !this.#floats && !this.#booleans && !this.#overflowed;
  }

  /** Takes what nearly all numbers are; false when it is something else. */
  #addPlain(kind: number): boolean {
    if (kind === notPlain) return false;
    this.#booleans = false;
    if (kind === plainDecimal) this.#integers = false;
    else if (kind === plainNegative) this.#negative = true;
    return true;
  }

  #add(parser: NumberParser, bytes: Buffer, start: number, end: number): void {
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
function isBoolean(bytes: Buffer, start: number, end: number): boolean {
  const length = end - start;
  if (length === 4) return isWord(bytes, start, trueBytes);
  return length === 5 && isWord(bytes, start, falseBytes);
}

const trueBytes = Buffer.from("true");
const falseBytes = Buffer.from("false");

/** Whether the bytes at `start` are the word's, whatever their case. */
function isWord(bytes: Buffer, start: number, word: Buffer): boolean {
  for (let at = 0; at < word.length; at += 1) if ((bytes[start + at]! | 32) !== word[at]) return false;
  return true;
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
