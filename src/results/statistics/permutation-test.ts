import { QuickRandom } from "../../lib/random/quick-random.ts";

/** Up to this many differences, every assignment of signs is tried. */
const mostExact = 20;
const draws = 100_000;
const randomSeed = 20_250_102;

export interface PermutationTest {
  /** The two-sided probability of a sum at least as large if neither side were better. */
  readonly pValue: number;
  /** Pairs that differ: the others say nothing about which side is better. */
  readonly differing: number;
  readonly exact: boolean;
}

/**
 * The paired permutation test: were the two sides equally good, each difference could as well have had the other sign. Up to
 * 20 differences that are not zero it is exact; beyond that it draws signs at random, always the same ones.
 */
export function permutationTest(differences: readonly number[]): PermutationTest {
  const values = Float64Array.from(differences.filter((value) => value !== 0));
  const differing = values.length;
  if (differing === 0) return { pValue: 1, differing, exact: true };
  const observed = Math.abs(values.reduce((sum, value) => sum + value, 0));
  // Sums in another order may differ in their last bits and are still ties.
  const reached = observed - 1e-9 * values.reduce((sum, value) => sum + Math.abs(value), 0);
  const exact = differing <= mostExact;
  return { pValue: exact ? enumerate(values, reached) : draw(values, reached), differing, exact };
}

/** Goes through all signs in Gray code order, in which one sign changes at a time. The first sign is fixed: by symmetry. */
function enumerate(values: Float64Array, reached: number): number {
  const count = 2 ** (values.length - 1);
  const signed = values.slice();
  let sum = signed.reduce((total, value) => total + value, 0);
  let extreme = 1;
  for (let step = 1; step < count; step += 1) {
    const flipped = 32 - Math.clz32(step & -step);
    signed[flipped]! *= -1;
    sum += 2 * signed[flipped]!;
    if (Math.abs(sum) >= reached) extreme += 1;
  }
  return extreme / count;
}

/** The observed assignment counts as one of the draws, so that the result is never 0. */
function draw(values: Float64Array, reached: number): number {
  const random = new QuickRandom(randomSeed);
  let extreme = 1;
  for (let number = 0; number < draws; number += 1) {
    let sum = 0;
    for (const value of values) sum += random.chance(0.5) ? value : -value;
    if (Math.abs(sum) >= reached) extreme += 1;
  }
  return extreme / (draws + 1);
}
