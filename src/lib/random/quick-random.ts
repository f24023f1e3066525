/**
 * A small, fast generator (32-bit xoshiro128**) for data and models that need not match numpy. It uses only
 * whole-number arithmetic, sums and products, so that a seed gives the same bits on every machine.
 */
export class QuickRandom {
  readonly #state: Uint32Array;

  /** Any whole number; neighbouring seeds give unrelated numbers. */
  constructor(seed: number) {
    // A weaker generator (splitmix's finalizer on a counter) fills the state, which is then never all zero.
    let counter = seed | 0;
    this.#state = Uint32Array.from({ length: 4 }, () => {
      counter = (counter + 0x9e3779b9) | 0;
      let word = Math.imul(counter ^ (counter >>> 16), 0x85ebca6b);
      word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
      return (word ^ (word >>> 16)) >>> 0;
    });
  }

  /** A number in [0, 1), a multiple of 2^-32. */
  next(): number {
    const state = this.#state;
    const product = Math.imul(state[1]!, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = state[1]! << 9;
    state[2]! ^= state[0]!;
    state[3]! ^= state[1]!;
    state[1]! ^= state[2]!;
    state[0]! ^= state[3]!;
    state[2]! ^= shifted;
    state[3] = (state[3]! << 11) | (state[3]! >>> 21);
    return result / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** A whole number in [0, count). */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  /** Nearly normal with mean 0 and deviation 1: the sum of twelve uniform numbers, which needs no logarithm. */
  normal(): number {
    let sum = -6;
    for (let draw = 0; draw < 12; draw += 1) sum += this.next();
    return sum;
  }

  /** The numbers from 0 to `count - 1` in random order. */
  permutation(count: number): Uint32Array {
    const order = Uint32Array.from({ length: count }, (_, index) => index);
    for (let last = count - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [order[last], order[other]] = [order[other]!, order[last]!];
    }
    return order;
  }
}
