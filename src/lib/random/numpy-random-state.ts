import { MersenneTwister } from "./mersenne-twister.ts";
import { redrawnSeed } from "./redraw.ts";
import { weightedChoice } from "./weighted-choice.ts";

interface ChoiceOptions {
  readonly size: number;
  /** Whether an index may be drawn more than once. Default: true. */
  readonly replace?: boolean;
  /** One probability per index. Default: all equal. */
  readonly p?: ArrayLike<number>;
}

/** `numpy.random.RandomState(seed)`, or the module's functions after `np.random.seed(seed)`, bit for bit. */
export class NumpyRandomState {
  readonly #twister: MersenneTwister;

  constructor(seed: number) {
    if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
      throw new RangeError(`seed is ${seed}, expected a whole number from 0 to 2^32 - 1`);
    }
    this.#twister = MersenneTwister.fromSeed(redrawnSeed(seed));
  }

  /** 0 to `count - 1` in random order: `permutation(count)`. Fast enough for tens of millions. */
  permutation(count: number): Uint32Array {
    const order = new Uint32Array(count);
    for (let i = 0; i < count; i++) order[i] = i;
    this.shuffle(order);
    return order;
  }

  /** Shuffles in place, last position first: `shuffle(items)`, and `permutation(items)` on a copy. */
  shuffle(items: unknown[] | Uint32Array | Int32Array | Float64Array): void {
    if (items instanceof Uint32Array) shuffleIndices(items, this.#twister);
    else shuffleList(items as unknown[], this.#twister);
  }

  /**
   * `size` indices below `count`: `choice(count, size, replace, p)`.
   * Without replacement and without `p`, these are the first indices of a full permutation.
   */
  choice(count: number, { size, replace = true, p }: ChoiceOptions): Uint32Array {
    if (count < 1 && size > 0) throw new RangeError(`cannot choose ${size} of ${count}`);
    if (!replace && size > count) throw new RangeError(`cannot choose ${size} of ${count} without replacement`);
    if (p) {
      if (p.length !== count) throw new RangeError(`${p.length} probabilities for ${count} choices`);
      return weightedChoice(() => this.randomSample(), { p, size, replace });
    }
    if (!replace) return this.permutation(count).slice(0, size);
    return Uint32Array.from({ length: size }, () => this.randint(0, count));
  }

  /** A whole number in [low, high): `randint(low, high)` with numpy's default type, int64. */
  randint(low: number, high: number): number {
    const range = high - 1 - low;
    if (!(range >= 0) || !Number.isSafeInteger(range)) {
      throw new RangeError(`randint from ${low} to ${high}: expected low < high, less than 2^53 apart`);
    }
    return low + drawUpTo(range, this.#twister);
  }

  /** A double in [0, 1): `random_sample()`, also `random()` and `rand()`. */
  randomSample(): number {
    return this.#twister.nextDouble();
  }

  /** A double in [low, high): `uniform(low, high)`. */
  uniform(low = 0, high = 1): number {
    return low + (high - low) * this.#twister.nextDouble();
  }
}

/** The smallest 2^k - 1 that is at least `max`, which must be below 2^32. */
function maskOver(max: number): number {
  return max === 0 ? 0 : 0xffffffff >>> Math.clz32(max);
}

/** Masked rejection: draws until the masked word fits. A range of one value takes no draw. */
function drawUpTo(max: number, twister: MersenneTwister): number {
  if (max === 0) return 0;
  if (max <= 0xffffffff) {
    const mask = maskOver(max);
    let value: number;
    do value = (twister.nextUint32() & mask) >>> 0;
    while (value > max);
    return value;
  }
  // 64-bit draws: the first word is the high half.
  const highMask = maskOver(Math.floor(max / 2 ** 32));
  let value: number;
  do value = ((twister.nextUint32() & highMask) >>> 0) * 2 ** 32 + twister.nextUint32();
  while (value > max);
  return value;
}

// Separate from shuffleList so that it sees only one kind of array: a loop that has seen several takes three times as
// long, which matters with tens of millions of rows.
function shuffleIndices(items: Uint32Array, twister: MersenneTwister): void {
  let mask = maskOver(Math.max(items.length - 1, 0));
  for (let i = items.length - 1; i > 0; i--) {
    if (i <= mask >>> 1) mask >>>= 1;
    let j: number;
    do j = (twister.nextUint32() & mask) >>> 0;
    while (j > i);
    const held = items[i]!;
    items[i] = items[j]!;
    items[j] = held;
  }
}

function shuffleList(items: unknown[], twister: MersenneTwister): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = drawUpTo(i, twister);
    const held = items[i];
    items[i] = items[j];
    items[j] = held;
  }
}
