import { Pcg64 } from "./pcg64.ts";
import { redrawnSeed } from "./redraw.ts";
import { type WeightedChoice, weightedChoice } from "./weighted-choice.ts";

/** `numpy.random.default_rng(seed)`: numpy's newer generator, based on PCG64, bit for bit. */
export class NumpyGenerator {
  readonly #bits: Pcg64;

  /** Any non-negative whole number; use a bigint from 2^53 up. */
  constructor(seed: number | bigint) {
    if (seed < 0 || (typeof seed === "number" && !Number.isSafeInteger(seed))) {
      throw new RangeError(`seed is ${seed}, expected a whole number of at least 0`);
    }
    this.#bits = new Pcg64(redrawnSeed(seed));
  }

  /** A double in [0, 1): `random()`. */
  random(): number {
    return this.#bits.nextDouble();
  }

  /** A double in [low, high): `uniform(low, high)`. */
  uniform(low = 0, high = 1): number {
    return low + (high - low) * this.#bits.nextDouble();
  }

  /** Indices drawn with probabilities `p`: `choice(len(p), size, replace, p)`. */
  choice(options: WeightedChoice): Uint32Array {
    return weightedChoice(() => this.random(), options);
  }

  /** A whole number in [low, high): `integers(low, high)` with numpy's default type, int64. */
  integers(low: number, high: number): number {
    const range = high - 1 - low;
    if (!(range >= 0) || !Number.isSafeInteger(range)) {
      throw new RangeError(`integers from ${low} to ${high}: expected low < high, less than 2^53 apart`);
    }
    if (range === 0) return low;
    return low + (range <= 0xffffffff ? this.#below32(range + 1) : this.#below64(BigInt(range) + 1n));
  }

  // Lemire's method: the high half of draw * count, redrawn while the low half is in the biased remainder.
  #below32(count: number): number {
    if (count === 2 ** 32) return this.#bits.nextUint32();
    const biased = BigInt(2 ** 32 % count);
    let product: bigint;
    do product = BigInt(this.#bits.nextUint32()) * BigInt(count);
    while ((product & 0xffffffffn) < biased);
    return Number(product >> 32n);
  }

  #below64(count: bigint): number {
    const biased = 2n ** 64n % count;
    let product: bigint;
    do product = this.#bits.nextUint64() * count;
    while (BigInt.asUintN(64, product) < biased);
    return Number(product >> 64n);
  }
}
