/** A typed array that grows as numbers are added; a plain array would take several times the memory. */
export class GrowingArray<T extends Uint32Array | Float32Array> {
  #values: T;
  length = 0;

  constructor(empty: T) {
    this.#values = empty;
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new (this.#values.constructor as new (length: number) => T)(Math.max(1024, 2 * this.length));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  /** The numbers so far, without a copy. */
  finish(): T {
    return this.#values.subarray(0, this.length) as T;
  }
}
