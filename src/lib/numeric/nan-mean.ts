import { pairwiseSum } from "./summation.ts";

/**
 * The mean of the values that are not NaN, as `numpy.nanmean`: gaps count 0 in the pairwise sum (so they keep their
 * place in its blocks) and are left out of the count. NaN when nothing is left.
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
