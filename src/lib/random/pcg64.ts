import { seedSequence } from "./seed-sequence.ts";

const multiplier = 0x2360ed051fc65da44385df649fccf645n;

/** PCG64 (XSL RR 128/64), numpy's default bit generator, seeded as `numpy.random.PCG64(seed)`. */
export class Pcg64 {
  readonly #increment: bigint;
  #state: bigint;
  #spareWord: number | null = null;

  constructor(seed: number | bigint) {
    const [stateHigh, stateLow, streamHigh, streamLow] = new BigUint64Array(seedSequence(BigInt(seed), 8).buffer);
    this.#increment = BigInt.asUintN(128, (((streamHigh! << 64n) | streamLow!) << 1n) | 1n);
    this.#state = this.#increment + ((stateHigh! << 64n) | stateLow!);
    this.#step();
  }

  /** The next 64 bits. */
  nextUint64(): bigint {
    this.#step();
    const folded = (this.#state >> 64n) ^ BigInt.asUintN(64, this.#state);
    const rotation = this.#state >> 122n;
    return BigInt.asUintN(64, (folded >> rotation) | (folded << (64n - rotation)));
  }

  /** The next 32 bits: the low half of a 64-bit draw, and its high half on the next call. */
  nextUint32(): number {
    if (this.#spareWord !== null) {
      const word = this.#spareWord;
      this.#spareWord = null;
      return word;
    }
    const bits = this.nextUint64();
    this.#spareWord = Number(bits >> 32n);
    return Number(bits & 0xffffffffn);
  }

  /** The next double in [0, 1), from the top 53 bits. */
  nextDouble(): number {
    return Number(this.nextUint64() >> 11n) / 9007199254740992;
  }

  #step(): void {
    this.#state = BigInt.asUintN(128, this.#state * multiplier + this.#increment);
  }
}
