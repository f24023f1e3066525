/**
 * Sums `values[start..end)` in the order that `numpy.sum` uses for a one-dimensional `float64` array, so that the
 * result has the same bits.
 *
 * numpy sums portions of 8192 numbers and adds up the results one by one. Within a portion, fewer than 8 numbers are
 * added one by one and up to 128 in 8 interleaved accumulators; more are split in half at a multiple of 8. An empty
 * range sums to 0.
 */
export function pairwiseSum(values: Float64Array, start: number = 0, end: number = values.length): number {
  let total = 0;
  for (let portion = start; portion < end; portion += PORTION_SIZE) {
    total += sumRange(values, portion, Math.min(PORTION_SIZE, end - portion));
  }
  return total;
}

/** `numpy.mean` of a one-dimensional array: the pairwise sum divided by the count, NaN if empty. */
export function mean(values: Float64Array, start: number = 0, end: number = values.length): number {
  return end > start ? pairwiseSum(values, start, end) / (end - start) : Number.NaN;
}

/** Python's `sum` (before 3.12) and `numpy.cumsum`: left to right from 0. */
export function sequentialSum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i]!;
  return total;
}

const PORTION_SIZE = 8192;
const BLOCK_SIZE = 128;

function sumRange(values: Float64Array, start: number, length: number): number {
  if (length < 8) {
    let total = values[start]!;
    for (let i = start + 1; i < start + length; i++) total += values[i]!;
    return total;
  }
  if (length > BLOCK_SIZE) {
    const half = Math.floor(length / 2);
    const left = half - (half % 8);
    return sumRange(values, start, left) + sumRange(values, start + left, length - left);
  }
  return sumBlock(values, start, length);
}

function sumBlock(values: Float64Array, start: number, length: number): number {
  let r0 = values[start]!;
  let r1 = values[start + 1]!;
  let r2 = values[start + 2]!;
  let r3 = values[start + 3]!;
  let r4 = values[start + 4]!;
  let r5 = values[start + 5]!;
  let r6 = values[start + 6]!;
  let r7 = values[start + 7]!;
  const end = start + length;
  const unrolledEnd = end - (length % 8);
  let i = start + 8;
  for (; i < unrolledEnd; i += 8) {
    r0 += values[i]!;
    r1 += values[i + 1]!;
    r2 += values[i + 2]!;
    r3 += values[i + 3]!;
    r4 += values[i + 4]!;
    r5 += values[i + 5]!;
    r6 += values[i + 6]!;
    r7 += values[i + 7]!;
  }
  let total = r0 + r1 + (r2 + r3) + (r4 + r5 + (r6 + r7));
  for (; i < end; i++) total += values[i]!;
  return total;
}
