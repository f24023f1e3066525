const smallest = 1 << 12;

/** Where every row of a file begins, in four bytes per row, or five in files above four gigabytes. */
export class RowIndex {
  length = 0;
  #low = new Uint32Array(smallest);
  /** Multiples of 2^32 to add; null while there are none. */
  #high: Uint8Array | null = null;

  push(offset: number): void {
    if (this.length === this.#low.length) this.#grow();
    if (offset > 0xffff_ffff) {
      this.#high ??= new Uint8Array(this.#low.length);
      this.#high[this.length] = Math.floor(offset / 2 ** 32);
    }
    // The array keeps the low 32 bits.
    this.#low[this.length] = offset;
    this.length += 1;
  }

  /** Where a row begins. */
  at(row: number): number {
    const low = this.#low[row]!;
    return this.#high === null ? low : this.#high[row]! * 2 ** 32 + low;
  }

  #grow(): void {
    const low = new Uint32Array(Math.ceil(this.length * 1.5));
    low.set(this.#low);
    this.#low = low;
    if (this.#high === null) return;
    const high = new Uint8Array(low.length);
    high.set(this.#high);
    this.#high = high;
  }
}
