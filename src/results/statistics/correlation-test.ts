import { mean } from "../../lib/numeric/summation.ts";
import { QuickRandom } from "../../lib/random/quick-random.ts";

/** Up to this many pairs, every order is tried. */
const mostExact = 8;
const draws = 20_000;
const randomSeed = 20_250_103;

export interface CorrelationTest {
  /** Pearson's. */
  readonly correlation: number;
  /** The two-sided probability of a correlation at least as strong if the pairs had been put together at random. */
  readonly pValue: number;
  readonly exact: boolean;
}

/**
 * Whether two lists of values go together, by a permutation test: without a connection, the second list could as well be in any
 * other order. Exact up to 8 pairs; beyond that it draws orders at random, always the same ones.
 *
 * @returns null when all values of a list are the same, so that nothing can go together with them.
 */
export function correlationTest(first: readonly number[], second: readonly number[]): CorrelationTest | null {
  const [one, other] = [centred(first), centred(second)];
  const spread = Math.sqrt(dot(one, one) * dot(other, other));
  // Equal values may differ from their mean in the last bits.
  if (isConstant(first) || isConstant(second) || spread === 0) return null;
  const observed = dot(one, other);
  // Sums in another order may differ in their last bits and are still ties.
  const reached = Math.abs(observed) - 1e-9 * spread;
  const exact = one.length <= mostExact;
  const correlation = Math.max(-1, Math.min(1, observed / spread));
  return { correlation, pValue: exact ? enumerate(one, other, reached) : draw(one, other, reached), exact };
}

function centred(values: readonly number[]): Float64Array {
  const centre = mean(Float64Array.from(values));
  return Float64Array.from(values, (value) => value - centre);
}

function isConstant(values: readonly number[]): boolean {
  return values.every((value) => Math.abs(value - values[0]!) < 1e-12);
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += one[index]! * other[index]!;
  return sum;
}

/** Puts the values in every order, by exchanging two at a time (Heap's method). */
function enumerate(one: Float64Array, values: Float64Array, reached: number): number {
  const order = values.slice();
  let [extreme, count] = [0, 0];
  const visit = (length: number): void => {
    if (length <= 1) {
      count += 1;
      if (Math.abs(dot(one, order)) >= reached) extreme += 1;
      return;
    }
    for (let index = 0; index < length; index += 1) {
      visit(length - 1);
      if (index < length - 1) exchange(order, length % 2 === 0 ? index : 0, length - 1);
    }
  };
  visit(order.length);
  return extreme / count;
}

/** The observed order counts as one of the draws, so that the result is never 0. */
function draw(one: Float64Array, values: Float64Array, reached: number): number {
  const random = new QuickRandom(randomSeed);
  const order = values.slice();
  let extreme = 1;
  for (let number = 0; number < draws; number += 1) {
    for (let last = order.length - 1; last > 0; last -= 1) exchange(order, random.below(last + 1), last);
    if (Math.abs(dot(one, order)) >= reached) extreme += 1;
  }
  return extreme / (draws + 1);
}

function exchange(values: Float64Array, one: number, other: number): void {
  const kept = values[one]!;
  values[one] = values[other]!;
  values[other] = kept;
}
