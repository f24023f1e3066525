import type { CellList } from "./cell-list.ts";
import type { CellKind, CellRange } from "./column-typer.ts";
import { isMissing } from "./missing-values.ts";
import { isCanonicalDecimal, isCanonicalInteger, plainDecimal, readPlainNumber } from "./plain-number.ts";

/**
 * The rows of a file that are already written as pandas would print them, so that they can be copied: most rows of most
 * files. They are judged while the columns' types are still being found, and therefore by guessed types. If a guess
 * turns out to be wrong, the column must be printed cell by cell.
 */
export class VerbatimRows {
  /** The guessed types. */
  readonly kinds: readonly CellKind[];
  #bits = new Uint8Array(1 << 10);
  #rows = 0;
  /** For each row of the current block, 1 as long as it may be copied. */
  #verdicts = new Uint8Array(0);

  constructor(kinds: readonly CellKind[]) {
    this.kinds = kinds;
  }

  /** Whether a row can be copied, provided that the columns have the guessed types. */
  has(row: number): boolean {
    return ((this.#bits[row >>> 3]! >> (row & 7)) & 1) === 1;
  }

  /** Begins a block of rows. The caller sets the returned verdict to 0 for every row that must not be copied. */
  begin({ rows, irregular }: CellList): Uint8Array {
    if (this.#verdicts.length < rows) this.#verdicts = new Uint8Array(rows);
    for (let row = 0; row < rows; row += 1) this.#verdicts[row] = 1 - irregular[row]!;
    return this.#verdicts;
  }

  /** Stores the verdicts on the block of rows. */
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

/** How to judge the cells of a column, and where to put the verdicts. */
export interface Judge {
  readonly kind: CellKind;
  /** Whether numbers are read as the nearest double. */
  readonly exact: boolean;
  /** One per row of the block, set to 0 if a cell would be printed differently. */
  readonly verdicts: Uint8Array;
}

/** Judges the cells of a column whose type is known. */
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
 * Whether a cell without quotes is printed as written, in a column of this type; `plain` is the result of
 * `readPlainNumber`. Always true for integers with gaps: they print as floats, so their column is never copied.
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

/** Whether a boolean is written as Python prints it: `True` or `False`. */
function isPrintedBoolean(bytes: Buffer, start: number, end: number): boolean {
  const word = end - start === 4 ? printedTrue : printedFalse;
  if (end - start !== word.length) return false;
  for (let at = 0; at < word.length; at += 1) if (bytes[start + at] !== word[at]) return false;
  return true;
}

const printedTrue = Buffer.from("True");
const printedFalse = Buffer.from("False");
