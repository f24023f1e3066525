import { decodeCell } from "./reading/decode-cell.ts";

/** The types that pandas gives columns of numbers; `bool-with-gaps` is its object column of True, False and NaN. */
export type NumberKind = "int64" | "uint64" | "float64" | "bool" | "bool-with-gaps";

/** A column of a table: numbers or text. */
export type Column = NumberColumn | TextColumn;

/** A column of numbers, or of booleans as 0 and 1. NaN is a gap. */
export class NumberColumn {
  readonly name: string;
  readonly kind: NumberKind;
  readonly values: Float64Array;
  /** The exact values if at least one integer is beyond 2^53, where its double is only an approximation. */
  readonly wide: BigInt64Array | BigUint64Array | null;

  constructor(
    name: string,
    kind: NumberKind,
    values: Float64Array,
    wide: BigInt64Array | BigUint64Array | null = null,
  ) {
    this.name = name;
    this.kind = kind;
    this.values = values;
    this.wide = wide;
  }

  get length(): number {
    return this.values.length;
  }

  isGap(row: number): boolean {
    return Number.isNaN(this.values[row]);
  }

  /** The rows in the given order: pandas' `take`. */
  take(order: Uint32Array): NumberColumn {
    const values = new Float64Array(order.length);
    for (let row = 0; row < order.length; row += 1) values[row] = this.values[order[row]!]!;
    return new NumberColumn(this.name, this.kind, values, this.wide === null ? null : takeWide(this.wide, order));
  }

  renamed(name: string): NumberColumn {
    return new NumberColumn(name, this.kind, this.values, this.wide);
  }
}

function takeWide<T extends BigInt64Array | BigUint64Array>(wide: T, order: Uint32Array): T {
  const taken = (
    wide instanceof BigInt64Array ? new BigInt64Array(order.length) : new BigUint64Array(order.length)
  ) as T;
  for (let row = 0; row < order.length; row += 1) taken[row] = wide[order[row]!]!;
  return taken;
}

/** The positions of a table's cells in its bytes: cell (row, column) is at `row * stride + column` of both arrays. */
export interface CellIndex {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly stride: number;
}

/**
 * A column of text and gaps. Cells stay bytes of the file until a string is needed: aligning a million ids compares and
 * hashes bytes and makes no string.
 */
export class TextColumn {
  readonly name: string;
  readonly kind = "text";
  readonly length: number;
  readonly cells: CellIndex;
  /** Whether pandas has numbers or booleans in some of the rows. Here they are text, as Python's `str` writes them. */
  readonly mixed: boolean;
  readonly #position: number;
  readonly #rows: Uint32Array | null;
  readonly #gaps: Uint8Array | null;

  constructor(
    name: string,
    cells: CellIndex,
    position: number,
    length: number,
    gaps: Uint8Array | null,
    rows: Uint32Array | null = null,
    mixed = false,
  ) {
    this.name = name;
    this.cells = cells;
    this.mixed = mixed;
    this.length = rows === null ? length : rows.length;
    this.#position = position;
    this.#gaps = gaps;
    this.#rows = rows;
  }

  /** A column of strings, for tables that do not come from a CSV file. Null is a gap. */
  static from(name: string, texts: readonly (string | null)[], { mixed = false } = {}): TextColumn {
    const bytes = Buffer.from(texts.map((text) => text ?? "").join(""));
    const starts = new Uint32Array(texts.length);
    const ends = new Uint32Array(texts.length);
    const gaps = new Uint8Array(texts.length);
    let at = 0;
    for (const [row, text] of texts.entries()) {
      starts[row] = at;
      at += text === null ? 0 : Buffer.byteLength(text);
      ends[row] = at;
      if (text === null) gaps[row] = 1;
    }
    const cells = { bytes, starts, ends, stride: 1 };
    return new TextColumn(name, cells, 0, texts.length, gaps.includes(1) ? gaps : null, null, mixed);
  }

  isGap(row: number): boolean {
    return this.#gaps !== null && this.#gaps[this.#sourceRow(row)] === 1;
  }

  get hasGaps(): boolean {
    if (this.#gaps === null) return false;
    for (let row = 0; row < this.length; row += 1) if (this.isGap(row)) return true;
    return false;
  }

  start(row: number): number {
    return this.cells.starts[this.#sourceRow(row) * this.cells.stride + this.#position]!;
  }

  end(row: number): number {
    return this.cells.ends[this.#sourceRow(row) * this.cells.stride + this.#position]!;
  }

  /**
   * Where every cell begins and ends in `cells.bytes`: for loops over all rows, in which `start` and `end` are slow.
   */
  bounds(): { readonly starts: Uint32Array; readonly ends: Uint32Array } {
    const { starts, ends, stride } = this.cells;
    if (this.#rows === null && stride === 1) {
      return { starts: starts.subarray(0, this.length), ends: ends.subarray(0, this.length) };
    }
    const bounds = { starts: new Uint32Array(this.length), ends: new Uint32Array(this.length) };
    for (let row = 0; row < this.length; row += 1) {
      const cell = this.#sourceRow(row) * stride + this.#position;
      bounds.starts[row] = starts[cell]!;
      bounds.ends[row] = ends[cell]!;
    }
    return bounds;
  }

  /** The cell as a string, or null for a gap. */
  at(row: number): string | null {
    return this.isGap(row) ? null : decodeCell(this.cells.bytes, this.start(row), this.end(row));
  }

  /** All cells as strings, null for gaps. */
  texts(): (string | null)[] {
    return Array.from({ length: this.length }, (_, row) => this.at(row));
  }

  take(order: Uint32Array): TextColumn {
    const own = this.#rows;
    const rows = own === null ? order : order.map((row) => own[row]!);
    return new TextColumn(this.name, this.cells, this.#position, rows.length, this.#gaps, rows, this.mixed);
  }

  renamed(name: string): TextColumn {
    return new TextColumn(name, this.cells, this.#position, this.length, this.#gaps, this.#rows, this.mixed);
  }

  #sourceRow(row: number): number {
    return this.#rows === null ? row : this.#rows[row]!;
  }
}
