import { GrowingArray } from "./growing-array.ts";

/** Rows of a wide table that is zero nearly everywhere: entries `starts[row]` to `starts[row + 1]` belong to a row. */
export interface SparseRows {
  readonly starts: Uint32Array;
  readonly positions: Uint32Array;
  readonly values: Float32Array;
  readonly width: number;
}

/** Collects sparse rows one after the other. */
export class SparseBuilder {
  readonly #width: number;
  readonly #starts = new GrowingArray(new Uint32Array(0));
  readonly #positions = new GrowingArray(new Uint32Array(0));
  readonly #values = new GrowingArray(new Float32Array(0));

  constructor(width: number) {
    this.#width = width;
    this.#starts.push(0);
  }

  /** Adds an entry to the row at hand. */
  add(position: number, value: number): void {
    this.#positions.push(position);
    this.#values.push(value);
  }

  endRow(): void {
    this.#starts.push(this.#positions.length);
  }

  build(): SparseRows {
    const [starts, positions, values] = [this.#starts.finish(), this.#positions.finish(), this.#values.finish()];
    return { starts, positions, values, width: this.#width };
  }
}
