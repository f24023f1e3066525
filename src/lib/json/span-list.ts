/** Ranges of bytes in a file, at 16 bytes of memory each. */
export class SpanList {
  #positions = new Float64Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(start: number, end: number): void {
    const at = 2 * this.#length;
    if (at === this.#positions.length) {
      const larger = new Float64Array(2 * at);
      larger.set(this.#positions);
      this.#positions = larger;
    }
    this.#positions[at] = start;
    this.#positions[at + 1] = end;
    this.#length += 1;
  }

  start(index: number): number {
    return this.#positions[2 * index]!;
  }

  end(index: number): number {
    return this.#positions[2 * index + 1]!;
  }
}
