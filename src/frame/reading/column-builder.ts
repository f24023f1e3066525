import { type CellIndex, type Column, NumberColumn } from "../column.ts";
import type { CellList } from "./cell-list.ts";
import { settleIntegers } from "./infer-column.ts";
import { isMissing } from "./missing-values.ts";
import { NumberParser, overflow } from "./number-parser.ts";

/** Some rows of a table that is being read. The next block overwrites the bytes. */
export interface RowBlock {
  readonly bytes: Buffer;
  /** The position of the bytes in the file. */
  readonly offset: number;
  readonly cells: CellList;
  /** Cells per row. */
  readonly width: number;
  readonly rows: number;
  /** An estimate of the table's rows per row read so far, for reserving memory. */
  readonly remaining: number;
}

/** Shared by all columns: a table may have thousands, and none keeps anything in it between blocks. */
const parser = new NumberParser();

/**
 * Builds a column of plain numbers while it is being read. It handles only what nearly every column of numbers consists
 * of: integers up to 2^53, decimals and gaps. For anything else, the caller keeps the cells and types the whole column.
 */
export class NumberBuilder {
  #values = new Float64Array(0);
  #rows = 0;
  #integers = true;
  #digitsOnly = true;
  #gaps = 0;

  get rows(): number {
    return this.#rows;
  }

  /** Adds the block's cells in a column. False if one is not a plain number: then the builder must be discarded. */
  append(block: RowBlock, position: number): boolean {
    const { bytes, width, rows } = block;
    const { starts, ends } = block.cells;
    parser.bytes = bytes;
    const values = this.#reserve(block);
    const last = rows * width;
    let row = this.#rows;
    let cell = position;
    if (this.#integers) {
      for (; cell < last; cell += width, row += 1) {
        const start = starts[cell]!;
        const end = ends[cell]!;
        // A few digits, as in most columns of integers, need no parser.
        let value = 0;
        let at = start;
        for (; at < end; at += 1) {
          const digit = bytes[at]! - 48;
          if (digit < 0 || digit > 9) break;
          value = value * 10 + digit;
        }
        if (at === end && end > start && end - start <= 9) {
          values[row] = value;
          continue;
        }
        this.#digitsOnly = false;
        const outcome = parser.integer(start, end);
        if (outcome === overflow || parser.wide !== null) return false;
        if (outcome === 0) values[row] = parser.value;
        else if (isMissing(bytes, start, end)) {
          values[row] = Number.NaN;
          this.#gaps += 1;
        } else break;
      }
      if (cell < last) this.#integers = false;
    }
    for (; cell < last; cell += width, row += 1) {
      const start = starts[cell]!;
      const end = ends[cell]!;
      if (parser.float(start, end) === 0) values[row] = parser.value;
      else if (isMissing(bytes, start, end)) values[row] = Number.NaN;
      else return false;
    }
    this.#rows += rows;
    return true;
  }

  finish(name: string): Column {
    const values = this.#values.subarray(0, this.#rows);
    if (!this.#integers) return new NumberColumn(name, "float64", values);
    if (!this.#digitsOnly) settleIntegers(values, this.#gaps > 0);
    return new NumberColumn(name, this.#gaps > 0 ? "float64" : "int64", values);
  }

  #reserve({ rows, remaining }: RowBlock): Float64Array {
    const needed = this.#rows + rows;
    if (this.#values.length < needed) {
      const larger = new Float64Array(Math.ceil(needed * remaining) + 16);
      larger.set(this.#values.subarray(0, this.#rows));
      this.#values = larger;
    }
    return this.#values;
  }
}

/** Collects a column's cells while they are being read, as written in the file and back to back. */
export class CellBuilder {
  #bytes: Buffer = Buffer.allocUnsafeSlow(0);
  #starts = new Uint32Array(1);
  #rows = 0;

  append(block: RowBlock, position: number): void {
    const { bytes: source, width, rows } = block;
    const { starts, ends } = block.cells;
    const last = rows * width;
    this.#reserve(block, position);
    const target = this.#bytes;
    const places = this.#starts;
    let row = this.#rows;
    let write = places[row]!;
    for (let cell = position; cell < last; cell += width) {
      const start = starts[cell]!;
      const end = ends[cell]!;
      if (end - start > 64) write += source.copy(target, write, start, end);
      else for (let read = start; read < end; read += 1) target[write++] = source[read]!;
      row += 1;
      places[row] = write;
    }
    this.#rows = row;
  }

  finish(): CellIndex {
    const starts = this.#starts.subarray(0, this.#rows);
    // Each cell ends where the next begins.
    return { bytes: this.#bytes, starts, ends: this.#starts.subarray(1, this.#rows + 1), stride: 1 };
  }

  #reserve(block: RowBlock, position: number): void {
    const { rows, width, remaining } = block;
    const { starts, ends } = block.cells;
    let bytes = this.#starts[this.#rows]!;
    for (let cell = position; cell < rows * width; cell += width) bytes += ends[cell]! - starts[cell]!;
    if (bytes > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.ceil(bytes * remaining) + 64);
      this.#bytes.copy(larger, 0, 0, this.#starts[this.#rows]!);
      this.#bytes = larger;
    }
    const needed = this.#rows + rows + 1;
    if (needed > this.#starts.length) {
      const larger = new Uint32Array(Math.ceil(needed * remaining) + 16);
      larger.set(this.#starts.subarray(0, this.#rows + 1));
      this.#starts = larger;
    }
  }
}
