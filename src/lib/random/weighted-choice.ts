export interface WeightedChoice {
  /** One probability per index. */
  readonly p: ArrayLike<number>;
  readonly size: number;
  /** Whether an index may be drawn more than once. Default: true. */
  readonly replace?: boolean;
}

const tolerance = Math.sqrt(Number.EPSILON);

/**
 * Indices drawn with probabilities `p`: numpy's `choice(..., p=p)`, which `RandomState` and `Generator` do alike except
 * for the source of doubles. Each round takes one double per index still needed.
 */
export function weightedChoice(nextDouble: () => number, { p, size, replace = true }: WeightedChoice): Uint32Array {
  requireProbabilities(p);
  const weights = Float64Array.from(p);
  const chosen = new Uint32Array(size);
  if (replace) {
    const cumulative = cumulativeShare(weights);
    for (let i = 0; i < size; i++) chosen[i] = firstAbove(cumulative, nextDouble());
    return chosen;
  }
  const possible = weights.reduce((count, weight) => (weight > 0 ? count + 1 : count), 0);
  if (size > possible) throw new RangeError(`cannot choose ${size} of ${possible} indices with a probability above 0`);
  let count = 0;
  while (count < size) {
    const randoms = Float64Array.from({ length: size - count }, nextDouble);
    for (let i = 0; i < count; i++) weights[chosen[i]!] = 0;
    const cumulative = cumulativeShare(weights);
    // Repeats within a round are dropped; the next round draws again, with the weights of the chosen indices at zero.
    for (const index of new Set(Array.from(randoms, (random) => firstAbove(cumulative, random)))) {
      chosen[count++] = index;
    }
  }
  return chosen;
}

function cumulativeShare(weights: Float64Array): Float64Array {
  let total = 0;
  const sums = weights.map((weight) => {
    total += weight;
    return total;
  });
  return sums.map((sum) => sum / total);
}

/** The index of the first element above `value`: `searchsorted(..., side="right")`. */
function firstAbove(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function requireProbabilities(p: ArrayLike<number>): void {
  let sum = 0;
  for (let i = 0; i < p.length; i++) {
    if (!(p[i]! >= 0)) throw new RangeError(`probability ${i} is ${p[i]}, expected a number of at least 0`);
    sum += p[i]!;
  }
  if (!(Math.abs(sum - 1) <= tolerance)) throw new RangeError(`probabilities sum to ${sum}, expected 1`);
}
