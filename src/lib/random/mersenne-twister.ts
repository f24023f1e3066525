const stateSize = 624;
const middleWord = 397;
const upperBit = 0x80000000;
const lowerBits = 0x7fffffff;
const twistMatrix = 0x9908b0df;

/**
 * MT19937, the 32-bit generator behind `numpy.random.RandomState` and CPython's `random`.
 * The two differ only in how a seed becomes the first state: `fromSeed` is numpy's, `fromKey` is CPython's.
 */
export class MersenneTwister {
  readonly #state: Uint32Array;
  // A whole block is tempered at once, so that a draw is a single array read: huge permutations need the speed.
  readonly #output = new Uint32Array(stateSize);
  #position = stateSize;

  private constructor(state: Uint32Array) {
    this.#state = state;
  }

  /** Seeds with one 32-bit number (`init_genrand`). */
  static fromSeed(seed: number): MersenneTwister {
    return new MersenneTwister(stateFromSeed(seed));
  }

  /** Seeds with a list of 32-bit words (`init_by_array`). */
  static fromKey(key: Uint32Array): MersenneTwister {
    return new MersenneTwister(stateFromKey(key));
  }

  /** The next word, 0 to 2^32 - 1. */
  nextUint32(): number {
    if (this.#position === stateSize) this.#refill();
    return this.#output[this.#position++]!;
  }

  /** The next double in [0, 1): two words, 53 bits. */
  nextDouble(): number {
    const high = this.nextUint32() >>> 5;
    const low = this.nextUint32() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  #refill(): void {
    const state = this.#state;
    for (let i = 0; i < stateSize; i++) {
      const next = i + 1 === stateSize ? 0 : i + 1;
      const middle = i + middleWord < stateSize ? i + middleWord : i + middleWord - stateSize;
      const mixed = (state[i]! & upperBit) | (state[next]! & lowerBits);
      state[i] = state[middle]! ^ (mixed >>> 1) ^ (mixed & 1 ? twistMatrix : 0);
    }
    for (let i = 0; i < stateSize; i++) {
      let word = state[i]!;
      word ^= word >>> 11;
      word ^= (word << 7) & 0x9d2c5680;
      word ^= (word << 15) & 0xefc60000;
      this.#output[i] = word ^ (word >>> 18);
    }
    this.#position = 0;
  }
}

function stateFromSeed(seed: number): Uint32Array {
  const state = new Uint32Array(stateSize);
  state[0] = seed;
  for (let i = 1; i < stateSize; i++) {
    const previous = state[i - 1]!;
    state[i] = Math.imul(1812433253, previous ^ (previous >>> 30)) + i;
  }
  return state;
}

function stateFromKey(key: Uint32Array): Uint32Array {
  const state = stateFromSeed(19650218);
  let i = 1;
  const advance = () => {
    i++;
    if (i < stateSize) return;
    state[0] = state[stateSize - 1]!;
    i = 1;
  };
  const spread = (multiplier: number) => Math.imul(state[i - 1]! ^ (state[i - 1]! >>> 30), multiplier);
  for (let step = 0, k = 0; step < Math.max(stateSize, key.length); step++) {
    state[i] = (state[i]! ^ spread(1664525)) + key[k]! + k;
    k = k + 1 === key.length ? 0 : k + 1;
    advance();
  }
  for (let step = 1; step < stateSize; step++) {
    state[i] = (state[i]! ^ spread(1566083941)) - i;
    advance();
  }
  state[0] = upperBit;
  return state;
}
