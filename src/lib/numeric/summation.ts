/**
 * Sums `values[start..end)` in the order `numpy.sum` uses for a one-dimensional `float64` array, so that the result has
 * the same bits.
 *
 * numpy feeds 8192 numbers at a time into its loop and adds up the results one by one. Within such a portion, fewer
 * than 8 numbers are added one by one, up to 128 in 8 interleaved accumulators, and more are halved at a multiple of 8.
 * An empty range sums to 0.
 */
export function pairwiseSum(values: Float64Array, start: number = 0, end: number = values.length): number {
  let total = 0;
  for (let portion = start; portion < end; portion += PORTION_SIZE) {
    total += sumRange(values, portion, Math.min(PORTION_SIZE, end - portion));
  }
  return total;
}

/** `numpy.mean` of a one-dimensional array: the pairwise sum over the count, NaN when empty. */
export function mean(values: Float64Array, start: number = 0, end: number = values.length): number {
  return end > start ? pairwiseSum(values, start, end) / (end - start) : Number.NaN;
}

/** Python's `sum` (before 3.12) and `numpy.cumsum`: left to right from 0. */
export function sequentialSum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i]!;
  return total;
}

/**
 * `numpy.average(values, weights=weights)`: the pairwise sum of the products over the
 * pairwise sum of the weights. NaN or infinite when the weights sum to 0, where numpy raises.
 */
export function weightedMean(values: Float64Array, weights: Float64Array): number {
  if (values.length !== weights.length) {
    throw new RangeError(`${values.length} values but ${weights.length} weights`);
  }
  const products = values.map((value, i) => value * weights[i]!);
  return pairwiseSum(products) / pairwiseSum(weights);
}

/**
 * `matrix.sum(axis=0)` of a row-major matrix: numpy adds whole rows one after the other,
 * so every column is summed sequentially.
 */
export function columnSums(matrix: Float64Array, columns: number): Float64Array {
  const sums = new Float64Array(columns);
  for (let start = 0; start + columns <= matrix.length; start += columns) {
    for (let column = 0; column < columns; column++) {
      sums[column]! += matrix[start + column]!;
    }
  }
  return sums;
}

/** `matrix.sum(axis=1)` of a row-major matrix: one pairwise sum per row. */
export function rowSums(matrix: Float64Array, columns: number): Float64Array {
  const rows = columns === 0 ? 0 : Math.floor(matrix.length / columns);
  const sums = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    sums[row] = pairwiseSum(matrix, row * columns, (row + 1) * columns);
  }
  return sums;
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
