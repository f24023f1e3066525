import type { NumberKind } from "../column.ts";
import type { CellList } from "./cell-list.ts";
import { isMissing } from "./missing-values.ts";
import { type NumberParser, notANumber, overflow, startsWithMinus } from "./number-parser.ts";
import { parseBoolean } from "./parse-boolean.ts";
import { notPlain, plainDecimal, plainNegative, readPlainNumber } from "./plain-number.ts";
import { isPrintedAsRead, type Judge } from "./verbatim-rows.ts";

/**
 * How a cell of a file is read and printed. `int64-with-gaps`: integers that become floats because of a gap;
 * `raw-text`: text in which even an empty cell is not a gap.
 */
export type CellKind = NumberKind | "int64-with-gaps" | "text" | "raw-text";

/** A range of cells: `count` cells from `first`, `stride` apart, in the rows from `row`. */
export interface CellRange {
  readonly first: number;
  readonly stride: number;
  readonly count: number;
  readonly row: number;
}

/**
 * Finds the type of a column cell by cell, by the same rules as `inferColumn` but without keeping the values: all that
 * is needed to print a table that does not fit in memory.
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
   * Adds some cells of a column. `parser` must read the same bytes. With a judge, the rows are judged at the same time:
   * reading every number twice would take twice as long.
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

  /** Whether the type can no longer change: text stays text. */
  #isSettled(): boolean {
    return !this.#floats && !this.#booleans && !this.#overflowed;
  }

  /** Adds a plain number, as nearly all numbers are. False if the cell is something else. */
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

  /** Returns false if the column cannot be integers because of this cell. */
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
    if (this.#booleans && parseBoolean(bytes, start, end) === null) this.#booleans = false;
  }

  /** After an int64 overflow pandas tries uint64, and the first cell that is not one decides between float and text. */
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
    if (startsWithMinus(bytes, start, end)) {
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

/**
 * The type of a column whose chunks pandas typed one by one. Numbers of different types become floats. Null for
 * anything else: an object column in which every chunk keeps its type.
 */
export function mergeKinds(kinds: readonly CellKind[]): CellKind | null {
  const [first = "text", ...rest] = kinds;
  if (rest.every((kind) => kind === first) && (first !== "raw-text" || rest.length === 0)) return first;
  return kinds.every((kind) => numeric.has(kind)) ? "float64" : null;
}

const numeric: ReadonlySet<CellKind> = new Set(["int64", "uint64", "int64-with-gaps", "float64"]);
