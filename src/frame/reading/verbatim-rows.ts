import type { CellList } from "./cell-list.ts";
import type { CellKind, CellRange } from "./column-typer.ts";
import { isMissing } from "./missing-values.ts";
import { isCanonicalDecimal, isCanonicalInteger, plainDecimal, readPlainNumber } from "./plain-number.ts";

/**
 * Which rows of a file already stand there as pandas would print them, so that they can be copied: most rows of most
 * files. They are judged while the columns' types are being found, and therefore by guessed types; a column whose guess
 * turns out wrong must be printed cell by cell.
 */
export class VerbatimRows {
  /** The types that the rows are judged by. */
  readonly kinds: readonly CellKind[];
  #bits = new Uint8Array(1 << 10);
  #rows = 0;
  /** The rows of the current block: 1 while nothing speaks against copying. */
  #verdicts = new Uint8Array(0);

  constructor(kinds: readonly CellKind[]) {
    this.kinds = kinds;
  }

  /** Whether a row can be copied, as far as the columns are of the guessed types. */
  has(row: number): boolean {
    return ((this.#bits[row >>> 3]! >> (row & 7)) & 1) === 1;
  }

  /** Begins a block of rows and returns the verdicts on them, to be turned to 0 for each that must not be copied. */
  begin({ rows, irregular }: CellList): Uint8Array {
    if (this.#verdicts.length < rows) this.#verdicts = new Uint8Array(rows);
    for (let row = 0; row < rows; row += 1) this.#verdicts[row] = 1 - irregular[row]!;
    return this.#verdicts;
  }

  /** Takes the verdicts on the block of rows. */
  end(rows: number): void {
    const needed = (this.#rows + rows + 7) >>> 3;
    if (needed > this.#bits.length) {
      const larger = new Uint8Array(Math.max(needed, this.#bits.length * 2));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    for (let row = 0; row < rows; row += 1) {
      const at = this.#rows + row;
      this.#bits[at >>> 3]! |= this.#verdicts[row]! << (at & 7);
    }
    this.#rows += rows;
  }
}

/** By what and into what verdicts on the cells of a column are passed. */
export interface Judge {
  readonly kind: CellKind;
  /** Whether numbers are read as the nearest double. */
  readonly exact: boolean;
  /** One per row of the block, turned to 0 where a cell would be printed otherwise. */
  readonly verdicts: Uint8Array;
}

/** Passes verdicts on the cells of a column whose type is known. */
export function judgeCells(bytes: Buffer, cells: CellList, range: CellRange, judge: Judge): void {
  const { kind, exact, verdicts } = judge;
  const isText = kind === "text" || kind === "raw-text";
  let cell = range.first;
  for (let index = 0; index < range.count; index += 1, cell += range.stride) {
    const start = cells.starts[cell]!;
    const end = cells.ends[cell]!;
    const plain = isText ? 0 : readPlainNumber(bytes, start, end);
    if (!isPrintedAsRead(kind, plain, bytes, start, end, exact)) verdicts[range.row + index] = 0;
  }
}

/**
 * Whether a cell without quotes is printed as it stands in a column of that type; `plain` is what `readPlainNumber` says
 * of it. Nothing is asked of integers with gaps, which all print as floats: their column is never copied.
 */
export function isPrintedAsRead(
  kind: CellKind,
  plain: number,
  bytes: Buffer,
  start: number,
  end: number,
  exact: boolean,
): boolean {
  switch (kind) {
    case "text":
      return start === end || !isMissing(bytes, start, end);
    case "float64":
      return plain === plainDecimal ? isCanonicalDecimal(bytes, start, end, exact) : start === end;
    case "int64":
    case "uint64":
      return plain !== 0 && plain !== plainDecimal && isCanonicalInteger(bytes, start, end);
    case "bool":
      return isPrintedBoolean(bytes, start, end);
    case "bool-with-gaps":
      return start === end || isPrintedBoolean(bytes, start, end);
    default:
      return true;
  }
}

/** Whether a cell of a column of numbers can be copied; see `isPrintedAsRead`. */
export function isPrintedNumber(kind: CellKind, bytes: Buffer, start: number, end: number, exact: boolean): boolean {
  return isPrintedAsRead(kind, readPlainNumber(bytes, start, end), bytes, start, end, exact) && start < end;
}

/** Written as Python does: `True` or `False`. */
function isPrintedBoolean(bytes: Buffer, start: number, end: number): boolean {
  const word = end - start === 4 ? printedTrue : printedFalse;
  if (end - start !== word.length) return false;
  for (let at = 0; at < word.length; at += 1) if (bytes[start + at] !== word[at]) return false;
  return true;
}

const printedTrue = Buffer.from("True");
const printedFalse = Buffer.from("False");
