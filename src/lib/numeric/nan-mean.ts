import { pairwiseSum } from "./summation.ts";

/**
 * The mean of the values that are not NaN: `numpy.nanmean(values)`. In the pairwise sum NaN counts as 0, so that it
 * keeps its place in a block; the divisor leaves it out. NaN if no value is left.
 */
export function nanMean(values: Float64Array): number {
  let count = 0;
  const filled = values.map((value) => {
    if (Number.isNaN(value)) return 0;
    count++;
    return value;
  });
  return pairwiseSum(filled) / count;
}
