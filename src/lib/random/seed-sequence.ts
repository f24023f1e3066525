const poolSize = 4;

/**
 * `numpy.random.SeedSequence(entropy).generate_state(words)`: spreads a non-negative integer over any number of 32-bit
 * words. numpy's 64-bit states are pairs of them, low word first.
 */
export function seedSequence(entropy: bigint, words: number): Uint32Array {
  const pool = mixedPool(entropyWords(entropy));
  const state = new Uint32Array(words);
  let constant = 0x8b51f9dd;
  for (let i = 0; i < words; i++) {
    const value = pool[i % poolSize]! ^ constant;
    constant = Math.imul(constant, 0x58f38ded);
    state[i] = fold(Math.imul(value, constant));
  }
  return state;
}

function entropyWords(entropy: bigint): number[] {
  const words: number[] = [];
  for (let rest = entropy; rest > 0n; rest >>= 32n) words.push(Number(rest & 0xffffffffn));
  return words;
}

function mixedPool(entropy: readonly number[]): Uint32Array {
  let constant = 0x43b0d7e5;
  const hash = (word: number) => {
    const value = word ^ constant;
    constant = Math.imul(constant, 0x931e8875);
    return fold(Math.imul(value, constant));
  };
  const mix = (left: number, right: number) => fold(Math.imul(left, 0xca01f9dd) - Math.imul(right, 0x4973f715));
  const pool = Uint32Array.from({ length: poolSize }, (_, i) => hash(entropy[i] ?? 0));
  for (let source = 0; source < poolSize; source++) {
    for (let target = 0; target < poolSize; target++) {
      if (source !== target) pool[target] = mix(pool[target]!, hash(pool[source]!));
    }
  }
  for (const word of entropy.slice(poolSize)) {
    for (let target = 0; target < poolSize; target++) pool[target] = mix(pool[target]!, hash(word));
  }
  return pool;
}

function fold(word: number): number {
  return (word ^ (word >>> 16)) >>> 0;
}
