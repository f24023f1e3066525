import { MersenneTwister } from "./mersenne-twister.ts";
import { redrawnSeed } from "./redraw.ts";

/**
 * CPython's `random.Random(seed)`, or the module's functions after `random.seed(seed)`: the same streams, bit for bit.
 */
export class CPythonRandom {
  readonly #twister: MersenneTwister;

  /** Any whole number; use a bigint from 2^53 up. The sign is ignored, as in Python. */
  constructor(seed: number | bigint) {
    if (typeof seed === "number" && !Number.isSafeInteger(seed)) {
      throw new RangeError(`seed is ${seed}, expected a whole number below 2^53 (use a bigint above)`);
    }
    const words: number[] = [];
    let rest = BigInt(redrawnSeed(seed));
    if (rest < 0n) rest = -rest;
    do {
      words.push(Number(rest & 0xffffffffn));
      rest >>= 32n;
    } while (rest > 0n);
    this.#twister = MersenneTwister.fromKey(Uint32Array.from(words));
  }

  /** A double in [0, 1): `random()`. */
  random(): number {
    return this.#twister.nextDouble();
  }

  /** `getrandbits(bits)`, for up to 53 bits. Above 32 the first word drawn is the low one. */
  getrandbits(bits: number): number {
    if (!Number.isInteger(bits) || bits < 0 || bits > 53) throw new RangeError(`bits is ${bits}, expected 0 to 53`);
    if (bits === 0) return 0;
    if (bits <= 32) return this.#twister.nextUint32() >>> (32 - bits);
    const low = this.#twister.nextUint32();
    return (this.#twister.nextUint32() >>> (64 - bits)) * 2 ** 32 + low;
  }

  /** A whole number in [0, count), redrawn while it is too large. All methods below use it. */
  randbelow(count: number): number {
    if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`cannot draw from ${count} possibilities`);
    const bits = bitLength(count);
    let value = this.getrandbits(bits);
    while (value >= count) value = this.getrandbits(bits);
    return value;
  }

  /** A whole number in [low, high], both included: `randint(low, high)`. */
  randint(low: number, high: number): number {
    return low + this.randbelow(high - low + 1);
  }

  /** One element: `choice(items)`. */
  choice<T>(items: ArrayLike<T>): T {
    return items[this.randbelow(items.length)]!;
  }

  /** Shuffles in place, last position first: `shuffle(items)`. */
  shuffle(items: unknown[]): void {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.randbelow(i + 1);
      const held = items[i];
      items[i] = items[j];
      items[j] = held;
    }
  }

  /** `size` elements at different positions, in random order: `sample(population, size)`. */
  sample<T>(population: ArrayLike<T>, size: number): T[] {
    const count = population.length;
    if (!(size >= 0 && size <= count)) throw new RangeError(`cannot sample ${size} of ${count}`);
    const prefersPool = count <= 21 + (size > 5 ? 4 ** Math.ceil(Math.log(size * 3) / Math.log(4)) : 0);
    return prefersPool ? this.#sampleFromPool(population, size) : this.#sampleByRejection(population, size);
  }

  #sampleFromPool<T>(population: ArrayLike<T>, size: number): T[] {
    const pool = Array.from(population);
    return Array.from({ length: size }, (_, taken) => {
      const last = pool.length - taken - 1;
      const j = this.randbelow(last + 1);
      const element = pool[j]!;
      pool[j] = pool[last]!;
      return element;
    });
  }

  #sampleByRejection<T>(population: ArrayLike<T>, size: number): T[] {
    const positions = new Set<number>();
    while (positions.size < size) positions.add(this.randbelow(population.length));
    return Array.from(positions, (position) => population[position]!);
  }
}

function bitLength(count: number): number {
  const high = Math.floor(count / 2 ** 32);
  return high > 0 ? 64 - Math.clz32(high) : 32 - Math.clz32(count);
}
